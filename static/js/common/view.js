// Sets up a page now, and each view that is shown in its place later.
export const onView = (setUp) => {
  document.addEventListener("view", setUp);
  setUp();
};
