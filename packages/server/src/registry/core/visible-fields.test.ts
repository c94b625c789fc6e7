import { expect, test } from "vitest";
import { visibleFields } from "./visible-fields.js";

const FIELDS = { prompt: "p", components: ["a", "b", "c"] };

test.each([
  [[], ["a", "b", "c"]],
  [[{ position: 1, is_visible: true }], ["a", "b", "c"]],
  [[{ position: 1, is_visible: false }], ["a", "c"]],
  [
    [
      { position: 0, is_visible: false },
      { position: 2, is_visible: false },
    ],
    ["b"],
  ],
])("with pins %j an agent shows the components %j", (pins, components) => {
  expect(visibleFields(FIELDS, pins)).toEqual({ prompt: "p", components });
});
