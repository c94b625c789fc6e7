import type { SsoMethod } from "@tackroom/contract";
import { expect, test } from "vitest";
import { deviceAddresses, normaliseUserCode } from "./device-addresses.js";

const SITE = "https://tack.example.com";

test("people are sent to the page of the web app, with the code or to type it", () => {
  expect(deviceAddresses(SITE, "BCDF-2345")).toEqual({
    verification_uri: `${SITE}/device`,
    verification_uri_complete: `${SITE}/device?code=BCDF-2345`,
  });
});

test.each<[SsoMethod, string]>([
  ["oidc", "/auth/oauth/login"],
  ["provider_b", "/auth/oauth/provider_b/login"],
  ["saml", "/sso/saml/login"],
])("with %s people sign in first, and come to that page afterwards", (method, path) => {
  const start = `${SITE}/api/v1${path}?next=%2Fdevice%3Fcode%3DBCDF-2345%26sso%3D1`;
  expect(deviceAddresses(SITE, "BCDF-2345", method)).toEqual({
    verification_uri: start,
    verification_uri_complete: start,
  });
});

test.each(["BCDF-2345", "bcdf2345", " bcdf 2345 ", "b-c-d-f-2-3-4-5"])("reads %j as the code it is", (typed) => {
  expect(normaliseUserCode(typed)).toBe("BCDF-2345");
});
