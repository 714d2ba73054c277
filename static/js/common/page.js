// Reads a page that the server sent, and takes over what differs.
export const parsePage = (text) => new DOMParser().parseFromString(text, "text/html");

export const copyAttributes = (old, fresh) => {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
};
