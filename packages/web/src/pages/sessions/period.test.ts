import { expect, test } from "vitest";
import { periodChange, periodOf, rangeOf } from "./period.js";

const NOW = new Date("2026-03-10T15:00:00Z");

test.each([
  [{}, "", {}],
  [{}, "30", { from: "2026-02-09" }],
  [{ last: "1" }, "30", { from: "2026-03-10" }],
  [{ last: "7" }, "", { from: "2026-03-04" }],
  [{ last: "nonsense" }, "", {}],
  [{ from: "2026-01-01" }, "30", { from: "2026-01-01" }],
  [{ last: "7", from: "2026-01-01", to: "2026-01-02" }, "30", { from: "2026-01-01", to: "2026-01-02" }],
])("%j, or %j, is %j", (params, otherwise, range) => {
  expect(rangeOf(params as Record<string, string>, otherwise, NOW)).toEqual(range);
});

test("a choice changes the address so that it is read back", () => {
  expect(periodOf(periodChange("7", {}, NOW) as Record<string, string>, "")).toBe("7");
  expect(periodOf(periodChange("chosen", {}, NOW) as Record<string, string>, "")).toBe("chosen");
  expect(periodChange("chosen", { from: "2026-03-01" }, NOW)).toMatchObject({ from: "2026-03-01", to: "2026-03-10" });
});
