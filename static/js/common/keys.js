// Returns the key of an entry or the id of a match.
export const makeKey = () => (
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
