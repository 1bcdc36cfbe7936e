// A figure that matplotlib has drawn: one PNG, unpacked by the browser.

const unpacked = new WeakMap(); // image by its bytes; null while it is on its way
const last = new WeakMap(); // what each canvas shows, until the next one is there

/**
 * Paints an image; one that is not unpacked yet comes later, and meanwhile the last one stays.
 * @param {object} sheet what is painted on
 * @param {object} part array png
 */
export function paintImage(sheet, part) {
  const { ctx, box, again } = sheet;
  const { data } = part.arrays.png;
  if (!unpacked.has(data)) {
    unpacked.set(data, null);
    createImageBitmap(new Blob([data], { type: "image/png" })).then((image) => {
      unpacked.set(data, image);
      again?.();
    });
  }
  const image = unpacked.get(data) ?? last.get(ctx);
  if (!image) return;
  last.set(ctx, image);
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(image, box.left, box.top, box.width, box.height);
}
