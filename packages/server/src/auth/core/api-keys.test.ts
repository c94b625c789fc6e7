import { expect, test } from "vitest";
import { isApiKeyShaped } from "./api-keys.js";

test.each([
  [`tack_live_${"A-_z0".repeat(9).slice(0, 43)}`, true],
  [`tack_dev_${"x".repeat(43)}`, true],
  [`tack_prod_${"x".repeat(43)}`, false],
  [`tack_live_${"x".repeat(42)}`, false],
  [`tack_live_${"x".repeat(44)}`, false],
  [`tack_live_${"x".repeat(42)}=`, false],
  [`Tack_live_${"x".repeat(43)}`, false],
  ["eyJhbGciOiJFUzI1NiJ9.e30.x", false],
  ["", false],
])("of %j says %j", (text, verdict) => {
  expect(isApiKeyShaped(text)).toBe(verdict);
});
