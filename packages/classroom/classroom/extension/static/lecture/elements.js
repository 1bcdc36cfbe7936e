// Elements of the page.

/**
 * Makes an element.
 * @param {string} name of its tag
 * @param {object} properties of the element, `text` for its words
 * @param {...(Node|string)} children
 */
export function element(name, { text, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}
