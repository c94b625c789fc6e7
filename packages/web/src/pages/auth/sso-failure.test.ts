import { ERRORS, finishOidc, finishProviderA, finishProviderB, finishSaml, startOidc } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { referenceIn, ssoFailureMessage } from "./sso-failure.js";

const OTHER = ssoFailureMessage("no_such_code");

describe("a failed sign-in at a provider", () => {
  const declared = [finishOidc, finishProviderA, finishProviderB, finishSaml, startOidc].flatMap(({ errors }) => [
    ...errors,
  ]);
  const shown = new Set<string>(declared);
  // A bug or an overloaded server, about which only an admin can do something.
  for (const code of ["validation_failed", "unavailable"]) shown.delete(code);

  test.each([...shown])("says what to do about %s", (code) => {
    expect(Object.keys(ERRORS)).toContain(code);
    expect(ssoFailureMessage(code)).not.toBe(OTHER);
  });

  test.each(["no_such_code", "", "toString", "__proto__", "<b>"])("has a general message for %j", (code) => {
    expect(ssoFailureMessage(code)).toMatch(/^The sign-in failed\./);
  });
});

test.each([
  ["0190a2b4-7c1e-7d3f-8a5b-6c7d8e9f0a1b", "0190a2b4-7c1e-7d3f-8a5b-6c7d8e9f0a1b"],
  ["Call +1 555 0100 to sign in", undefined],
  ["0190a2b4-7c1e-7d3f-8a5b-6c7d8e9f0a1b ", undefined],
  ["", undefined],
  [undefined, undefined],
  [7, undefined],
])("the reference in %j is %j", (ref, expected) => {
  expect(referenceIn(ref)).toBe(expected);
});
