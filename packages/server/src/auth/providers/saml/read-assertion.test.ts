import type { Profile } from "@node-saml/node-saml";
import { describe, expect, test } from "vitest";
import { readAssertion } from "./read-assertion.js";

const EXPECTED = {
  idpEntityId: "https://idp.example.com",
  acsUrl: "https://tack.example.com/api/v1/sso/saml/acs",
  requestId: "_r1",
  trustsEmails: false,
};
const soon = (): string => new Date(Date.now() + 60_000).toISOString();
const SOAP = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

function profile(more: Partial<Profile> = {}, confirmation: object = {}, method = "bearer"): Profile {
  const data = { InResponseTo: "_r1", Recipient: EXPECTED.acsUrl, NotOnOrAfter: soon(), ...confirmation };
  const confirmed = {
    $: { Method: `urn:oasis:names:tc:SAML:2.0:cm:${method}` },
    SubjectConfirmationData: [{ $: data }],
  };
  return {
    issuer: EXPECTED.idpEntityId,
    nameID: "u-1",
    nameIDFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    attributes: { email: "ada@example.com" },
    getAssertion: () => ({ Assertion: { Subject: [{ SubjectConfirmation: [confirmed] }] } }),
    ...more,
  };
}

describe("an assertion in the dialect of", () => {
  test.each<[string, Record<string, unknown>, string, string | null]>([
    ["Okta", { email: "ada@example.com", firstName: "Ada", lastName: "King" }, "ada@example.com", "Ada King"],
    ["OneLogin", { "User.email": "ada@example.com", "User.FirstName": "Ada" }, "ada@example.com", "Ada"],
    [
      "Microsoft Entra ID",
      {
        [`${SOAP}/emailaddress`]: "ada@example.com",
        "http://schemas.microsoft.com/identity/claims/displayname": "Ada King",
      },
      "ada@example.com",
      "Ada King",
    ],
    [
      "AD FS",
      { [`${SOAP}/emailaddress`]: "ada@example.com", [`${SOAP}/givenname`]: "Ada", [`${SOAP}/surname`]: "King" },
      "ada@example.com",
      "Ada King",
    ],
    [
      "Shibboleth",
      { "urn:oid:0.9.2342.19200300.100.1.3": ["ada@example.com", "b@example.com"], "urn:oid:2.5.4.3": "Ada King" },
      "ada@example.com",
      "Ada King",
    ],
    [
      "someone who writes in capitals",
      { EmailAddress: " ada@example.com ", DisplayName: "Ada" },
      "ada@example.com",
      "Ada",
    ],
    ["someone who sends no name, and empty values first", { mail: ["", "ada@example.com"] }, "ada@example.com", null],
  ])("%s", (_whose, attributes, email, name) => {
    expect(readAssertion(profile({ attributes }), EXPECTED).vouched).toMatchObject({ subject: "u-1", email, name });
  });
});

test("an address in the name is the last resort", () => {
  const found = readAssertion(profile({ attributes: {}, nameID: "ada@example.com" }), EXPECTED);
  expect(found.vouched.email).toBe("ada@example.com");
  expect(() => readAssertion(profile({ attributes: {} }), EXPECTED)).toThrow("did not send your email address");
});

test.each<[string, object, string?]>([
  ["another request", { InResponseTo: "_r2" }],
  ["no request", { InResponseTo: undefined }],
  ["another address", { Recipient: "https://evil.example.com" }],
  ["no address", { Recipient: undefined }],
  ["a time that is over", { NotOnOrAfter: "2020-01-01T00:00:00Z" }],
  ["no time", { NotOnOrAfter: undefined }],
  ["a holder of a key", {}, "holder-of-key"],
])("a confirmation for %s confirms nothing", (_what, confirmation, method) => {
  expect(() => readAssertion(profile({}, confirmation, method), EXPECTED)).toThrow("does not confirm");
});
