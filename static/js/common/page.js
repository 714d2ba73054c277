// Reads a page that the server sent.
export const parsePage = (text) => new DOMParser().parseFromString(text, "text/html");
