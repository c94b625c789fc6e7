import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt, decodeProtectedHeader, SignJWT, type JWTPayload } from "jose";

type Header = Record<string, unknown>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** What a library that believes the header would accept; the secret of an HMAC may be anything public. */
function handmade(header: Header, claims: JWTPayload, secret?: string | Buffer): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${secret === undefined ? "" : createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const signed = (claims: JWTPayload, key: KeyObject, header: Header): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "ES256", ...header }).sign(key);

export interface ForgeryMaterial {
  /** A valid token: of the victim whom the forger wants to be. */
  readonly genuine: string;
  /** A valid token of somebody else, whose sign-in the forger has. */
  readonly other: string;
  readonly keyDirectory: string;
}

/** Tokens that nobody may get in with, each under the name of its trick. */
export async function forgeTokens(material: ForgeryMaterial): Promise<Record<string, string>> {
  const claims = { ...decodeJwt(material.genuine), role: "super_admin" };
  const { kid = "" } = decodeProtectedHeader(material.genuine);
  const ours = createPrivateKey(readFileSync(join(material.keyDirectory, "signing.pem")));
  const attesting = createPrivateKey(readFileSync(join(material.keyDirectory, "attestation.pem")));
  return {
    ...(await byForeignKey(claims, kid)),
    ...withoutKey(claims, kid, material),
    ...byPublicKey(claims, kid, createPublicKey(ours)),
    ...(await byAttestationKey(claims, kid, attesting)),
    ...(await signedByUs(claims, kid, { ours, other: material.other })),
  };
}

async function byForeignKey(claims: JWTPayload, kid: string): Promise<Record<string, string>> {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" });
  const certificate = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  return {
    "token of another server": await signed(claims, privateKey, { kid: "0123456789abcdef" }),
    "token of another server under our kid": await signed(claims, privateKey, { kid }),
    "token without a kid": await signed(claims, privateKey, {}),
    "token whose kid is a path": await signed(claims, privateKey, { kid: "../../../../dev/null" }),
    "token whose kid is __proto__": await signed(claims, privateKey, { kid: "__proto__" }),
    "token that brings its own jwk": await signed(claims, privateKey, { kid, jwk }),
    "token that brings its own jwk and no kid": await signed(claims, privateKey, { jwk }),
    "token that points to its key by jku": await signed(claims, privateKey, { kid, jku: "https://evil.example/jwks" }),
    "token that points to its key by x5u": await signed(claims, privateKey, { kid, x5u: "https://evil.example/x5u" }),
    "token that brings a certificate": await signed(claims, privateKey, { kid, x5c: [certificate] }),
  };
}

/** Published in the same list as the keys of tokens, and none of them. */
async function byAttestationKey(claims: JWTPayload, kid: string, key: KeyObject): Promise<Record<string, string>> {
  const der = createPublicKey(key).export({ type: "spki", format: "der" });
  const itsKid = createHash("sha256").update(der).digest("hex").slice(0, 16);
  return {
    "token signed with the attestation key": await signed(claims, key, { kid: itsKid }),
    "token signed with the attestation key under our kid": await signed(claims, key, { kid }),
  };
}

function withoutKey(claims: JWTPayload, kid: string, { genuine, other }: ForgeryMaterial): Record<string, string> {
  const [head = "", body = "", signature = ""] = genuine.split(".");
  const [, , othersSignature = ""] = other.split(".");
  const raised = encode({ ...decodeJwt(other), role: "super_admin" });
  return {
    "token with alg none": handmade({ alg: "none", kid }, claims),
    "token with alg NonE": handmade({ alg: "NonE", kid }, claims),
    "token with alg none and no kid": handmade({ alg: "none" }, claims),
    "token without an alg": handmade({ kid }, claims),
    "token whose signature is cut off": `${head}.${body}.`,
    // Verifiers that forget to check r and s accept it for every message.
    "token whose signature is all zeros": `${head}.${raised}.${Buffer.alloc(64).toString("base64url")}`,
    "token whose role was raised afterwards": `${head}.${raised}.${othersSignature}`,
    "token whose kid is a list": handmade({ alg: "HS256", kid: [kid] }, claims, ""),
    "token whose header is null": `${encode(null)}.${raised}.${signature}`,
    "token whose claims are a list": `${head}.${encode([claims])}.${signature}`,
    "token in five parts": `${head}.${body}.${signature}.${body}.${signature}`,
    "token of dots": "..",
    "token that is a word": "letmein",
  };
}

function byPublicKey(claims: JWTPayload, kid: string, publicKey: KeyObject): Record<string, string> {
  const jwk = publicKey.export({ format: "jwk" });
  const secrets: Record<string, string | Buffer> = {
    "the public key as PEM": publicKey.export({ type: "spki", format: "pem" }),
    "the public key as PEM, trimmed": publicKey.export({ type: "spki", format: "pem" }).toString().trim(),
    "the public key as DER": publicKey.export({ type: "spki", format: "der" }),
    "the public key as a JWK": JSON.stringify(jwk),
    "a coordinate of the public key": Buffer.from(jwk.x ?? "", "base64url"),
    "our kid": kid,
    nothing: "",
  };
  return Object.fromEntries(
    Object.entries(secrets).map(([what, secret]) => [
      `HS256 token with ${what} as its secret`,
      handmade({ alg: "HS256", kid }, claims, secret),
    ]),
  );
}

/** Even our own signature is no pass for claims that we would not issue. */
async function signedByUs(
  claims: JWTPayload,
  kid: string,
  { ours, other }: { readonly ours: KeyObject; readonly other: string },
): Promise<Record<string, string>> {
  const { exp: _exp, ...endless } = claims;
  const { fam: _fam, ...homeless } = claims;
  const now = Math.floor(Date.now() / 1000);
  const made = (changed: JWTPayload, header: Header = {}): Promise<string> => signed(changed, ours, { kid, ...header });
  return {
    "expired token": await made({ ...claims, iat: now - 7200, exp: now - 60 }),
    "token that never expires": await made(endless),
    "token from the future": await made({ ...claims, nbf: now + 3600 }),
    "token without a sign-in": await made(homeless),
    "token of an unknown type": await made({ ...claims, type: "root" }),
    "token with someone else's sign-in": await made({ ...claims, fam: decodeJwt(other)["fam"] }),
    "token of nobody": await made({ ...claims, sub: "00000000-0000-4000-8000-000000000000" }),
    "hooks token of a subject that is no id": await made({ ...claims, type: "hooks", sub: "admin' OR 1=1 --" }),
    "token whose sign-in is no id": await made({ ...claims, fam: "x' OR 1=1 --" }),
    "our signature under another key's kid": await made(claims, { kid: "0123456789abcdef" }),
    "our signature without a kid": await signed(claims, ours, {}),
    "token with a critical extension": handmadeCritical(await made(claims), kid),
  };
}

/** The signature does not fit any more, but a verifier must refuse it even before it looks. */
function handmadeCritical(token: string, kid: string): string {
  const [, body = "", signature = ""] = token.split(".");
  return `${encode({ alg: "ES256", kid, crit: ["b64"], b64: false })}.${body}.${signature}`;
}
