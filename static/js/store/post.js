// Posts what is only on this phone. Only an answer with our header counts: a hotel's sign-in page
// is not us.
export const ROOT = new URL(".", document.querySelector("link[rel=manifest]").href).pathname;
const TIMEOUT = 20000;
const BUSY_ANSWERS = [408, 425, 429];

export const isRefusal = (status) => status >= 400 && !BUSY_ANSWERS.includes(status);

const fetchToken = async (signal) => (
  (await (await fetch(`${ROOT}token`, { signal })).json()).csrf_token
);

// Returns an answer of ours, or null.
export const post = async (action, body) => {
  const signal = AbortSignal.timeout?.(TIMEOUT);
  const submit = (token) => {
    const filled = new URLSearchParams(body);
    filled.set("csrf_token", token);
    const headers = { "X-Sent-By": "script" };
    return fetch(action, { method: "POST", body: filled, headers, redirect: "manual", signal });
  };
  const token = document.querySelector("[name=csrf_token]")?.value;
  let answer = await submit(token ?? await fetchToken(signal));
  // A token belongs to a session: the phone may have joined again since this page was opened.
  if (token && answer.status === 400) {
    const fresh = await fetchToken(signal);
    for (const field of document.getElementsByName("csrf_token")) field.value = fresh;
    answer = await submit(fresh);
  }
  return answer.headers.has("X-Scorekeeper") && answer.status < 500 ? answer : null;
};
