// Puts names into the skeletons of unnamed players.
import { fill } from "../common/texts.js";

const LONG = 11;

const put = (text, names) => text
  .replace(/[\ue000-\ue005]/g, (mark) => names[mark.charCodeAt() - 0xe000]);

const escape = (name) => Object.assign(document.createElement("b"), { textContent: name })
  .innerHTML.replaceAll("\"", "&#34;");

const abbreviate = (names) => names.map(([first], seat) => (
  names.filter((name) => name.startsWith(first)).length > 1 ? first + (seat + 1) : first
));

const putIntoView = (html, names) => {
  const [safeNames, safeLetters] = [names.map(escape), abbreviate(names).map(escape)];
  const isLong = (partners) => put(partners.replace("&amp;", "&"), names).length > LONG;
  const lettered = html
    .replace(/__letters"[^>]*>./g, (found) => put(found, safeLetters))
    .replace(/(side__who"[^>]*>)([^<]+)/g, (_, place, partners) => (
      place + put(partners, isLong(partners) ? safeLetters : safeNames)
    ));
  return put(lettered, safeNames);
};

// A name is null for a player without one.
export const rename = (skeletons, players) => {
  const { player } = skeletons.words;
  const names = players.map((name, seat) => name ?? fill(player, { n: seat + 1 }));
  const putIntoText = (text) => (text.includes("</") ? putIntoView : put)(text, names);
  const named = JSON.parse(JSON.stringify(skeletons), (_, value) => (
    typeof value === "string" ? putIntoText(value) : value
  ));
  return { ...named, players: names, file: { ...named.file, players } };
};
