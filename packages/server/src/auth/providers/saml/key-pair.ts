import { createPrivateKey, generateKeyPair, randomBytes, X509Certificate } from "node:crypto";
import { promisify } from "node:util";

/** What this server signs its requests with, and what assertions are encrypted for. PEM. */
export interface KeyPair {
  readonly privateKey: string;
  readonly certificate: string;
}

const MODULUS_BITS = 3072;
const VALID_YEARS = 10;

/** A key with a certificate that it has signed itself: identity providers take both from our metadata. */
export async function generateSamlKeyPair(commonName: string): Promise<KeyPair> {
  // A large library for a moment that most servers never see.
  const { default: forge } = await import("node-forge");
  const { privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const key = forge.pki.privateKeyFromPem(privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e);
  // The leading digit keeps it positive.
  certificate.serialNumber = `0${randomBytes(16).toString("hex").slice(1)}`;
  const [from, until] = [new Date(), new Date()];
  until.setFullYear(until.getFullYear() + VALID_YEARS);
  certificate.validity = { notBefore: from, notAfter: until };
  const name = [{ name: "commonName", value: commonName.slice(0, 64) }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(key, forge.md.sha256.create());
  return { privateKey, certificate: forge.pki.certificateToPem(certificate).replaceAll("\r", "") };
}

/** The pair in the clear, and a message that says what to fix when it is none. */
export function readKeyPair({ privateKey, certificate }: KeyPair, password: string): KeyPair {
  const key = parsed("the private key", () =>
    createPrivateKey({ key: privateKey, ...(password === "" ? {} : { passphrase: password }) }),
  );
  const found = parsed("the certificate", () => new X509Certificate(certificate));
  if (key.asymmetricKeyType !== "rsa") throw new KeyPairError("The SAML private key must be an RSA key.");
  if (!found.checkPrivateKey(key)) throw new KeyPairError("The SAML certificate does not belong to the private key.");
  return { privateKey: key.export({ type: "pkcs8", format: "pem" }).toString(), certificate };
}

export class KeyPairError extends Error {}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const hint = what.endsWith("key") ? " If it is encrypted, set SAML_SP_KEY_ENCRYPTION_PASSWORD_FILE." : "";
    throw new KeyPairError(`SAML: ${what} cannot be read; expected PEM.${hint}`, { cause: error });
  }
}
