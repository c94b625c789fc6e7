import { expect, test } from "vitest";
import { projectDays } from "./project-days.js";

test.each([
  ["", [], ""],
  ["shop=30", [{ project: "shop", days: 30 }], "shop=30"],
  [
    " shop = 30 ,, a=b=7 ",
    [
      { project: "shop", days: 30 },
      { project: "a=b", days: 7 },
    ],
    "shop=30,a=b=7",
  ],
])("%j is understood", (given, value, text) => {
  expect(projectDays.parse(given)).toEqual({ value, text });
});

test.each(["shop", "shop=", "=30", "shop=0", "shop=36501", "shop=-1", "shop=1.5", "shop=30,shop=7", "30"])(
  "%j is refused",
  (given) => {
    expect(projectDays.parse(given)).toEqual({ expected: expect.stringContaining("shop=30") });
  },
);
