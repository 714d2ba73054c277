const copyAttributes = (old, fresh) => {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
};

// Replaces only what differs, so that what is open, scrolled to, typed or focused stays.
export const renew = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id || !old.attributes) {
    old.replaceWith(fresh);
    return;
  }
  copyAttributes(old, fresh);
  const [from, to] = [[...old.childNodes], [...fresh.childNodes]];
  if (from.length === to.length) from.forEach((child, at) => renew(child, to[at]));
  else old.replaceChildren(...to);
};
