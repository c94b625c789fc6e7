import { expect, test } from "vitest";
import { compactNumber, costText, durationText, tokensText } from "./figures.js";

test.each([
  [compactNumber(999), "999"],
  [compactNumber(1_240_000), "1.2M"],
  [tokensText(1_240), "1.2K"],
  [tokensText(undefined), "unknown"],
  [costText(null), "unknown"],
  [costText(0), "$0.00"],
  [costText(0.00123), "$0.0012"],
  [costText(0.0994), "$0.099"],
  [costText(0.0996), "$0.10"],
  [costText(12.345), "$12.35"],
  [durationText(850), "850 ms"],
  [durationText(12_300), "12 s"],
  [durationText(180_000), "3 min"],
  [durationText(9_000_000), "2.5 h"],
])("%s is %s", (shown, expected) => {
  expect(shown).toBe(expected);
});
