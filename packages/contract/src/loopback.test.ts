import { expect, test } from "vitest";
import { isLocalName, isLoopback } from "./loopback.js";

test.each([
  ["localhost", true, true],
  ["127.0.0.1", true, true],
  ["127.8.9.10", true, true],
  ["[::1]", true, true],
  ["tack.localhost", false, true],
  ["a.b.localhost", false, true],
  [".localhost", false, false],
  ["notlocalhost", false, false],
  ["localhost.example.com", false, false],
  ["127.0.0.1.example.com", false, false],
  ["128.0.0.1", false, false],
  ["0.0.0.0", false, false],
  ["[::]", false, false],
])("%s: loopback %s, local name %s", (hostname, loopback, local) => {
  expect([isLoopback({ hostname }), isLocalName({ hostname })]).toEqual([loopback, local]);
});
