import { expect, test } from "vitest";
import { ownUrl } from "./own-url.js";

const ORIGIN = "https://tack.example.com";

test.each([
  ["/api/v1/sso/saml/logout?ticket=t", `${ORIGIN}/api/v1/sso/saml/logout?ticket=t`],
  [`${ORIGIN}/api/v1/sso/saml/logout?ticket=t`, `${ORIGIN}/api/v1/sso/saml/logout?ticket=t`],
  ["https://evil.example/", undefined],
  ["//evil.example/", undefined],
  ["/\\evil.example/", undefined],
  ["http://tack.example.com/", undefined],
  ["javascript:alert(1)", undefined],
  ["https://", undefined],
  [undefined, undefined],
])("after a sign-out %j leads to %j", (given, expected) => {
  expect(ownUrl(given, ORIGIN)).toBe(expected);
});
