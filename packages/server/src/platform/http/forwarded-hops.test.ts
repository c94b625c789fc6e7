import { expect, test } from "vitest";
import { forwardedHops } from "./forwarded-hops.js";

test.each([
  ["203.0.113.9", ["203.0.113.9"]],
  ["1.2.3.4, 203.0.113.9:4000 ", ["1.2.3.4", "203.0.113.9"]],
  ["[2001:db8::7]:4000,2001:db8::8,[2001:db8::9]", ["2001:db8::7", "2001:db8::8", "2001:db8::9"]],
  ["1.2.3.4, unknown, 203.0.113.9", ["203.0.113.9"]],
  ["203.0.113.9, garbage", []],
  ["203.0.113.9:port", []],
  ["1.2.3.4:80:80", []],
  ["", []],
])("reads %j", (header, hops) => {
  expect(forwardedHops(header)).toEqual(hops);
});
