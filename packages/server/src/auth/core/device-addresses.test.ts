import { expect, test } from "vitest";
import { deviceAddresses, normaliseUserCode } from "./device-addresses.js";

const page = "https://tack.example.com/device";
const sso = (path: string): string =>
  `https://tack.example.com/api/v1${path}?next=%2Fdevice%3Fcode%3DBCDF-2345%26sso%3D1`;

test.each([
  [{}, page, `${page}?code=BCDF-2345`],
  [{ provider: "saml" as const }, page, `${page}?code=BCDF-2345`],
  [{ sso: true }, sso("/auth/oauth/login"), sso("/auth/oauth/login")],
  [
    { sso: true, provider: "provider_b" as const },
    sso("/auth/oauth/provider_b/login"),
    sso("/auth/oauth/provider_b/login"),
  ],
  [{ sso: true, provider: "saml" as const }, sso("/sso/saml/login"), sso("/sso/saml/login")],
])("for %j sends people to %s", (how, verification_uri, verification_uri_complete) => {
  const addresses = deviceAddresses("https://tack.example.com/", "BCDF-2345", how);
  expect(addresses).toEqual({ verification_uri, verification_uri_complete });
});

test.each(["BCDF-2345", "bcdf2345", " bcdf 2345 ", "b-c-d-f-2-3-4-5"])("reads %j as the code it is", (typed) => {
  expect(normaliseUserCode(typed)).toBe("BCDF-2345");
});
