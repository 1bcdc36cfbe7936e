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

const READ = 6000; // milliseconds that a message stays

/** Says something at the lower edge of the page. */
export function say(text) {
  const node = element("div", { className: "classroom-say", role: "status", text });
  document.body.append(node);
  setTimeout(() => node.remove(), READ);
}
