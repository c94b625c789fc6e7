import { expect, test } from "vitest";
import { ssoLoginUrl } from "./sso-login-url.js";

test("a sign-in returns to the page that was asked for, with its query", () => {
  const url = new URL(ssoLoginUrl("provider_a", "/device?code=BCDF-2345&sso=1"), "https://tack.example.com");
  expect([url.pathname, url.search]).toEqual([
    "/api/v1/auth/oauth/provider_a/login",
    "?next=%2Fdevice%3Fcode%3DBCDF-2345%26sso%3D1",
  ]);
  expect(url.searchParams.get("next")).toBe("/device?code=BCDF-2345&sso=1");
});

test("a page whose URL is too long for the server is left out instead of failing the sign-in", () => {
  expect(ssoLoginUrl("saml", `/${"a".repeat(2000)}`)).toBe("/api/v1/sso/saml/login");
});
