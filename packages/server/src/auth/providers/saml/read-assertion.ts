import type { Profile } from "@node-saml/node-saml";
import { refused } from "../failures.js";
import type { Vouched } from "../provider.js";
import { CLOCK_SKEW_MS } from "../saml.js";

export interface Expected {
  readonly idpEntityId: string;
  readonly acsUrl: string;
  readonly requestId: string;
  readonly trustsEmails: boolean;
}

/** What signing out at the identity provider needs. */
export type SamlSession = Pick<
  Profile,
  "issuer" | "nameID" | "nameIDFormat" | "nameQualifier" | "spNameQualifier" | "sessionIndex"
>;

const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const TRANSIENT_FORMAT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";

/** Names of attributes that identity providers use, best first, in lower case: few agree on the spelling. */
const EMAIL = [
  "email",
  "mail",
  "emailaddress",
  "user.email",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];
const NAME = [
  "displayname",
  "name",
  "cn",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "urn:oid:2.5.4.3",
  "http://schemas.microsoft.com/identity/claims/displayname",
];
const GIVEN_NAME = [
  "givenname",
  "firstname",
  "user.firstname",
  "urn:oid:2.5.4.42",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
];
const SURNAME = [
  "sn",
  "surname",
  "lastname",
  "user.lastname",
  "urn:oid:2.5.4.4",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
];

/** The library has verified the signature, the audience and the times; what it leaves to its callers is checked here. */
export function readAssertion(profile: Profile, expected: Expected): { vouched: Vouched; session: SamlSession } {
  if (profile.issuer !== expected.idpEntityId) {
    throw refused("invalid_code", "The assertion was not issued by the configured identity provider.");
  }
  requireConfirmation(profile, expected);
  const { nameID, nameIDFormat } = profile;
  if (!nameID) throw refused("invalid_state", "The identity provider did not say who you are (NameID is missing).");
  if (nameIDFormat === TRANSIENT_FORMAT) {
    throw refused(
      "invalid_state",
      "The identity provider sends a new name for you each time (a transient NameID). Ask an admin to configure a persistent one there.",
    );
  }
  const attributes = attributesOf(profile);
  const email = firstOf(attributes, EMAIL) ?? (nameID.includes("@") ? nameID : undefined);
  if (email === undefined) {
    throw refused("invalid_state", "The identity provider did not send your email address, which identifies you here.");
  }
  const { issuer, nameQualifier, spNameQualifier, sessionIndex } = profile;
  return {
    vouched: {
      subject: subjectOf(nameID, nameIDFormat),
      email,
      isEmailVerified: expected.trustsEmails,
      name: nameIn(attributes),
      avatarUrl: null,
      session: sessionIndex ?? null,
      grant: null,
    },
    session: {
      issuer,
      nameID,
      nameIDFormat,
      ...(nameQualifier === undefined ? {} : { nameQualifier }),
      ...(spNameQualifier === undefined ? {} : { spNameQualifier }),
      ...(sessionIndex === undefined ? {} : { sessionIndex }),
    },
  };
}

/** Addresses are written in upper and lower case as it happens; other names mean what they say. */
export const subjectOf = (nameID: string, format: string | undefined): string =>
  format === EMAIL_FORMAT ? nameID.toLowerCase() : nameID;

type Attributes = ReadonlyMap<string, string>;

/** The first text of each, by its name in lower case. */
function attributesOf({ attributes }: Profile): Attributes {
  const found = new Map<string, string>();
  for (const [name, values] of Object.entries(attributes ?? {})) {
    const text = [values].flat().find((value) => typeof value === "string" && value.trim() !== "");
    if (typeof text === "string") found.set(name.toLowerCase(), text.trim());
  }
  return found;
}

const firstOf = (attributes: Attributes, names: readonly string[]): string | undefined =>
  names.map((name) => attributes.get(name)).find((text) => text !== undefined);

function nameIn(attributes: Attributes): string | null {
  const parts = [firstOf(attributes, GIVEN_NAME), firstOf(attributes, SURNAME)].filter((part) => part !== undefined);
  return firstOf(attributes, NAME) ?? (parts.length > 0 ? parts.join(" ") : null);
}

interface Confirmation {
  readonly $?: { readonly Method?: string };
  readonly SubjectConfirmationData?: readonly {
    readonly $?: { readonly InResponseTo?: string; readonly Recipient?: string; readonly NotOnOrAfter?: string };
  }[];
}

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/**
 * The signed part must say that the assertion answers this request and is meant for this address. The outer response says
 * the first too, but without a signature anybody can write there that an old assertion answers a new request.
 */
function requireConfirmation(profile: Profile, { requestId, acsUrl }: Expected): void {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as {
    Assertion?: { Subject?: readonly { SubjectConfirmation?: readonly Confirmation[] }[] };
  };
  const confirmations = assertion?.Subject?.[0]?.SubjectConfirmation ?? [];
  const isConfirmed = confirmations.some(({ $, SubjectConfirmationData: data }) => {
    const { InResponseTo, Recipient, NotOnOrAfter = "" } = data?.[0]?.$ ?? {};
    const isInTime = Date.parse(NotOnOrAfter) > Date.now() - CLOCK_SKEW_MS;
    return $?.Method === BEARER && InResponseTo === requestId && Recipient === acsUrl && isInTime;
  });
  if (isConfirmed) return;
  throw refused(
    "invalid_code",
    "The assertion does not confirm that it answers this sign-in (bearer confirmation with InResponseTo, Recipient and NotOnOrAfter). Sign in again.",
  );
}
