export const fill = (text, values) => text
  .replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

export const formatPoints = (points) => String(points).replace("-", "\u2212");
