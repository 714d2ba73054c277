// Shares the picture and the text of a result through the phone's share sheet. Where that fails,
// the link leads to a page with the picture.
import { onView } from "../common/view.js";

const [WIDTH, HEIGHT] = [1200, 900];
const TYPE = "image/png";
const SAMPLE = new File([""], "spades.png", { type: TYPE });
const canShare = Boolean(navigator.canShare?.({ files: [SAMPLE] }));

const draw = async ({ drawing, picture }) => {
  const image = new Image(WIDTH, HEIGHT);
  image.src = drawing;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, HEIGHT);
  const drawn = await new Promise((done) => { canvas.toBlob(done, TYPE); });
  return new File([drawn], picture, { type: TYPE });
};
const save = (file) => {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
};

const setUpLink = (link) => {
  const { text } = link.dataset;
  if (text && !canShare) return;
  link.hidden = false;
  let file;
  // Starts on touch, because a share sheet opens only shortly after a tap.
  const start = () => { file ??= draw(link.dataset); };
  link.addEventListener("pointerdown", start);
  link.addEventListener("click", async (event) => {
    event.preventDefault();
    start();
    try {
      if (text) await navigator.share({ files: [await file], text });
      else save(await file);
    } catch (error) {
      file = undefined;
      if (error.name !== "AbortError") location.assign(link.href);
    }
  });
};
onView(() => document.querySelectorAll("[data-picture]").forEach(setUpLink));
