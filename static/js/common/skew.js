// How far the clock of this device is behind that of the server, in milliseconds.
const KEY = "skew";

export const readSkew = () => Number(localStorage.getItem(KEY));
export const setSkew = (skew) => localStorage.setItem(KEY, skew);
