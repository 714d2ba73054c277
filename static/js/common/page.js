export const parsePage = (text) => new DOMParser().parseFromString(text, "text/html");
