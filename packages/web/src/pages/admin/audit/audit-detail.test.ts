import { expect, test } from "vitest";
import { detailLines } from "./audit-detail.js";

test.each([
  ["nothing", null, ""],
  ["plain text", "replaced by 7", "replaced by 7"],
  ["text that looks like JSON", '{"role":', '{"role":'],
  ["JSON that is no object", '["a"]', '["a"]'],
  ["a change", '{"role":{"from":"user","to":"admin"}}', "role: user → admin"],
  ["what was none before", '{"co_author":{"from":null,"to":"ann@example.com"}}', "co author: none → ann@example.com"],
  ["switches", '{"yanked":{"from":false,"to":true}}', "yanked: no → yes"],
  [
    "several facts",
    '{"version":"1.0.0","changed":["name","args"],"refusals":57}',
    "version: 1.0.0; changed: name, args; refusals: 57",
  ],
  ["something of a shape that is not known", '{"x":{"y":1}}', 'x: {"y":1}'],
])("reads %s", (_what, detail, text) => {
  const lines = detailLines(detail).map(({ name, text: value }) => (name === "" ? value : `${name}: ${value}`));
  expect(lines.join("; ")).toBe(text);
});

test("keeps names and values apart", () => {
  expect(detailLines('{"first_at":"now"}')).toEqual([{ name: "first at", text: "now" }]);
});
