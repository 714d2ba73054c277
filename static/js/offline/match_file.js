// Saves what is only on this phone as a match file. That is rare, so its script comes when it is needed.
export const saveFile = async (match) => (await import("../conflict.js")).saveFile(match);
