// A form that says the same again, for the browser to send.
export const makeForm = (action, body) => {
  const make = (tag, about) => Object.assign(document.createElement(tag), about);
  const form = make("form", { method: "post", action, hidden: true });
  const values = new URLSearchParams(body);
  for (const [name, value] of values) form.append(make("input", { name, value }));
  document.body.append(form);
  return form;
};
