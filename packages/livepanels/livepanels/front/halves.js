// Of a symmetric matrix of bytes the lower half says all: it travels, and it is recorded.

/**
 * Makes a symmetric matrix of its lower half.
 * @param {Uint8Array} half the entries on and below the diagonal, row by row
 * @param {number} side
 * @returns {Uint8Array} all entries
 */
export function mirrored(half, side) {
  const matrix = new Uint8Array(side * side);
  let from = 0;
  for (let i = 0; i < side; i++) {
    for (let j = 0; j <= i; j++) {
      matrix[i * side + j] = half[from];
      matrix[j * side + i] = half[from++];
    }
  }
  return matrix;
}
