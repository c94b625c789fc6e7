import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Stars } from "./stars.js";

test.each([
  [4.5, "4.5 out of 5", "width:90%"],
  [3, "3 out of 5", "width:60%"],
  [2 / 3, "0.7 out of 5", "width:13.3"],
])("%d is drawn as %s, and not rounded to whole stars", (rating, label, width) => {
  const drawn = renderToStaticMarkup(<Stars rating={rating} />);
  expect(drawn).toContain(`aria-label="${label}"`);
  expect(drawn).toContain(width);
});
