// Elements of the page, made in one line.

/**
 * Makes an element.
 * @template {keyof HTMLElementTagNameMap} Kind
 * @param {Kind} kind its tag
 * @param {object} properties
 * @param {HTMLElement[]} children
 * @returns {HTMLElementTagNameMap[Kind]}
 */
export function element(kind, properties = {}, children = []) {
  const made = document.createElement(kind);
  const { role, ...rest } = properties;
  if (role) made.setAttribute("role", role);
  Object.assign(made, rest);
  made.append(...children);
  return made;
}
