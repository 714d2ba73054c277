// Says to the room that the time is up: three tones, if that was tapped on this device, and a head
// in other colours for a while.
import { onTimeUp } from "../common/clock.js";
import { onView } from "../common/view.js";

const KEY = "sound";
const SHOWN = 20 * 1000;
const TONES = 3;
const PITCH = 880;
const PAUSE = 0.5;
const LENGTH = 0.3;

let context = null;
const isOn = () => localStorage.getItem(KEY) === "on";

// Browsers let a page sound after a tap.
const wake = () => {
  context ??= new window.AudioContext();
  context.resume();
};

const play = () => {
  wake();
  for (let tone = 0; tone < TONES; tone += 1) {
    const at = context.currentTime + tone * PAUSE;
    const source = new window.OscillatorNode(context, { frequency: PITCH });
    source.connect(context.destination);
    source.start(at);
    source.stop(at + LENGTH);
  }
};

export const showSoundKeys = () => {
  for (const key of document.querySelectorAll("[data-sound]")) {
    key.hidden = false;
    key.ariaPressed = isOn();
  }
};

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-sound]")) {
    localStorage.setItem(KEY, isOn() ? "off" : "on");
    showSoundKeys();
    if (isOn()) play();
  } else if (isOn() && document.querySelector("[data-sound]")) {
    wake();
  }
});

onTimeUp(() => {
  const { dataset } = document.documentElement;
  dataset.up = "";
  setTimeout(() => { delete dataset.up; }, SHOWN);
  if (isOn() && document.querySelector("[data-sound]")) play();
});
onView(showSoundKeys);
