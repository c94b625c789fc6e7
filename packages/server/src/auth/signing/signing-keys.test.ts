import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/temporary.js";
import { Secret } from "../../platform/config/index.js";
import { checkKeyFiles, openKeyFile, type KeyPasswords } from "./key-files.js";
import { openSigningKeys, type SigningKeys } from "./signing-keys.js";
import { createTokenIssuer } from "../sessions/tokens.js";

const user = { id: "0d2f6c1e-5b3a-4c8e-9f10-2a7b6c5d4e3f", role: "admin" as const };
const REFUSED = { code: "unauthenticated" };
const LIFETIMES = {
  "jwt.access_token_expire_minutes": 60,
  "jwt.refresh_token_expire_days": 30,
  "jwt.hooks_token_expire_minutes": 43_200,
};
const settings = { get: (key: string) => LIFETIMES[key as keyof typeof LIFETIMES] as never };

const secretOf = (text: string | undefined): Secret | null => (text === undefined ? null : new Secret(text));
const passwordsOf = (current?: string, former?: string): KeyPasswords => ({
  current: secretOf(current),
  former: secretOf(former),
});

function open(directory: string, algorithm: "ES256" | "RS256" = "ES256", password?: string): SigningKeys {
  return openSigningKeys({
    directory,
    algorithm,
    passwords: passwordsOf(password),
    keepRetiredDays: 30,
  });
}

const accessToken = async (keys: SigningKeys): Promise<string> =>
  (await createTokenIssuer({ keys, settings }).issuePair(user)).access.token;
const verify = async (keys: SigningKeys, token: string): Promise<string> =>
  (await createTokenIssuer({ keys, settings }).verify(token, "access")).userId;
const retiredIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => /^retired_[0-9a-f]{16}\.pem$/.test(name));

test("makes a key once, for its owner's eyes only, and knows its tokens after a restart", async () => {
  const directory = join(temporaryDirectory(), "keys");
  const token = await accessToken(open(directory));
  expect(statSync(join(directory, "signing.pem")).mode & 0o777).toBe(0o600);
  expect(await verify(open(directory), token)).toBe(user.id);
});

test("kills every token when the key is removed", async () => {
  const directory = temporaryDirectory();
  const token = await accessToken(open(directory));
  rmSync(join(directory, "signing.pem"));
  await expect(verify(open(directory), token)).rejects.toMatchObject(REFUSED);
});

test("kills the tokens of retired keys too when the key is removed: everyone must sign in again", async () => {
  const directory = temporaryDirectory();
  const token = await accessToken(open(directory));
  expect(await verify(open(directory, "RS256"), token)).toBe(user.id);
  rmSync(join(directory, "signing.pem"));
  await expect(verify(open(directory, "RS256"), token)).rejects.toMatchObject(REFUSED);
  expect(retiredIn(directory)).toEqual([]);
});

test("verifies old tokens after a change of algorithm, and signs with the new one only", async () => {
  const directory = temporaryDirectory();
  const token = await accessToken(open(directory));
  const keys = open(directory, "RS256");
  expect(await verify(keys, token)).toBe(user.id);
  expect(retiredIn(directory)).toHaveLength(1);
  const header = (await accessToken(keys)).split(".")[0] ?? "";
  expect(JSON.parse(Buffer.from(header, "base64url").toString())).toEqual({ alg: "RS256", kid: keys.kid });
  expect([...keys.verifiers.values()].map(({ algorithm }) => algorithm)).toEqual(["RS256", "ES256"]);
});

test("removes a retired key once no token can need it any more", async () => {
  const directory = temporaryDirectory();
  const token = await accessToken(open(directory));
  open(directory, "RS256");
  const retired = join(directory, retiredIn(directory)[0] ?? "");
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  utimesSync(retired, daysAgo(29), daysAgo(29));
  expect(await verify(open(directory, "RS256"), token)).toBe(user.id);
  utimesSync(retired, daysAgo(31), daysAgo(31));
  await expect(verify(open(directory, "RS256"), token)).rejects.toMatchObject(REFUSED);
  expect(retiredIn(directory)).toEqual([]);
});

test("encrypts the key when there is a password, and then needs it", async () => {
  const directory = temporaryDirectory();
  const token = await accessToken(open(directory));
  expect(await verify(open(directory, "ES256", "hunter2"), token)).toBe(user.id);
  expect(readFileSync(join(directory, "signing.pem"), "utf8")).toContain("ENCRYPTED PRIVATE KEY");
  expect(() => open(directory)).toThrow(/is encrypted\. Set its password with JWT_KEY_PASSWORD/);
  expect(() => open(directory, "ES256", "guess")).toThrow(/cannot be decrypted with JWT_KEY_PASSWORD/);
});

describe("refuses to start, and makes no new key, when the key that is there is", () => {
  const pem = ({ privateKey }: { privateKey: KeyObject }): string =>
    privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const whole = pem(generateKeyPairSync("ec", { namedCurve: "P-256" }));
  test.each([
    ["empty", ""],
    ["half-written", whole.slice(0, whole.length / 2)],
    ["rubbish", "rubbish"],
    ["of another curve", pem(generateKeyPairSync("ec", { namedCurve: "P-384" }))],
    ["of another kind", pem(generateKeyPairSync("ed25519"))],
    ["too short", pem(generateKeyPairSync("rsa", { modulusLength: 1024 }))],
  ])("%s", (_what, content) => {
    const directory = temporaryDirectory();
    const file = join(directory, "signing.pem");
    writeFileSync(file, content, { mode: 0o600 });
    expect(() => open(directory)).toThrow(/signing\.pem .*move the file away first/);
    expect(readFileSync(file, "utf8")).toBe(content);
    expect(readdirSync(directory)).toEqual(["signing.pem"]);
  });

  test("a directory, or in a place that is none", () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, "signing.pem"));
    expect(() => open(directory)).toThrow(/signing\.pem is not a valid private key/);
    const file = join(directory, "file");
    writeFileSync(file, "");
    expect(() => open(file)).toThrow(/The key directory .* is not writable \((EEXIST|ENOTDIR)\)/);
  });

  test("in a directory that may not be read", ({ skip }) => {
    skip(process.getuid?.() === 0, "root reads everything");
    const directory = temporaryDirectory();
    open(directory);
    chmodSync(directory, 0o200);
    expect(() => open(directory)).toThrow(/The key directory .* is not writable \(EACCES\)/);
    chmodSync(directory, 0o700);
  });
});

test("refuses everything that is not an access token of ours", async () => {
  const keys = open(temporaryDirectory());
  const issuer = createTokenIssuer({ keys, settings });
  const token = await accessToken(keys);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { type: "access", fam: "f" };
  const unsigned = (): SignJWT => new SignJWT(claims).setSubject(user.id).setJti("x").setExpirationTime("1h");
  const publicPem = keys.verifiers.get(keys.kid)?.key.export({ type: "spki", format: "pem" }).toString();
  const secret = new TextEncoder().encode(publicPem);
  const stranger = open(temporaryDirectory());
  const cases: Record<string, string> = {
    nothing: "",
    rubbish: "rubbish",
    "no signature": `${header}.${payload}.`,
    "a changed signature": `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    "changed claims": `${header}.${encode({ sub: user.id, ...claims })}.${signature}`,
    "alg none": `${encode({ alg: "none", kid: keys.kid })}.${payload}.`,
    "HS256 with the public key": await unsigned().setProtectedHeader({ alg: "HS256", kid: keys.kid }).sign(secret),
    "no kid": await unsigned().setProtectedHeader({ alg: "ES256" }).sign(keys.privateKey),
    "an unknown kid": await unsigned()
      .setProtectedHeader({ alg: "ES256", kid: "0".repeat(16) })
      .sign(keys.privateKey),
    "a kid that is a path": await unsigned()
      .setProtectedHeader({ alg: "ES256", kid: "../../../../dev/null" })
      .sign(keys.privateKey),
    "another's key under our kid": await unsigned()
      .setProtectedHeader({ alg: "ES256", kid: keys.kid })
      .sign(stranger.privateKey),
    "a key in the header": await unsigned()
      .setProtectedHeader({
        alg: "ES256",
        kid: stranger.kid,
        jwk: stranger.privateKey.export({ format: "jwk" }),
      })
      .sign(stranger.privateKey),
    "an expired one": await unsigned()
      .setExpirationTime("-1s")
      .setProtectedHeader({ alg: "ES256", kid: keys.kid })
      .sign(keys.privateKey),
    "one that never expires": await new SignJWT(claims)
      .setSubject(user.id)
      .setJti("x")
      .setProtectedHeader({ alg: "ES256", kid: keys.kid })
      .sign(keys.privateKey),
    "a refresh token": (await issuer.issuePair(user)).refresh.token,
    "a hooks token": (await issuer.issueHooks(user)).token,
    "another server's token": await accessToken(stranger),
  };
  for (const [what, bad] of Object.entries(cases)) {
    await expect(verify(keys, bad), what).rejects.toMatchObject(REFUSED);
  }
});

test("a key under the former password opens once that is given, and is then encrypted with the current one", () => {
  const file = join(temporaryDirectory(), "attestation.pem");
  const before = openKeyFile(file, "ES256", passwordsOf("one"));
  expect(() => openKeyFile(file, "ES256", passwordsOf("two"))).toThrow(/OLD_JWT_KEY_PASSWORD/);
  const changed = openKeyFile(file, "ES256", passwordsOf("two", "one"));
  expect(changed.equals(before)).toBe(true);
  expect(openKeyFile(file, "ES256", passwordsOf("two")).equals(before)).toBe(true);
  expect(() => openKeyFile(file, "ES256", passwordsOf("one"))).toThrow(/Nothing was changed/);
});

test("files are checked before one of them is written", () => {
  const directory = temporaryDirectory();
  const [signing, attestation] = [join(directory, "signing.pem"), join(directory, "attestation.pem")];
  openKeyFile(attestation, "ES256", passwordsOf("one"));
  expect(() => checkKeyFiles([signing, attestation], passwordsOf("two"))).toThrow(
    /attestation\.pem cannot be decrypted/,
  );
  expect(readdirSync(directory)).toEqual(["attestation.pem"]);
});
