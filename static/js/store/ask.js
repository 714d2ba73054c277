// Asks the server, as a script. Only an answer with its header counts: a proxy's error page or a
// hotel's sign-in page is none.
const TIMEOUT = 20000;

export const ask = async (address, about, timeout = TIMEOUT) => {
  const headers = { "X-Sent-By": "script" };
  const signal = AbortSignal.timeout?.(timeout);
  const answer = await fetch(address, { cache: "no-store", headers, signal, ...about });
  return answer.headers.has("X-Scorekeeper") ? answer : null;
};
