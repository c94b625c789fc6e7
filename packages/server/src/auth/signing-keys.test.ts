import { readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/temporary.js";
import { Secret } from "../platform/config/index.js";
import { openSigningKeys, type SigningKeys } from "./signing-keys.js";
import { issueAccessToken, issueRefreshToken, verifyAccessToken } from "./tokens.js";

const user = { id: "0d2f6c1e-5b3a-4c8e-9f10-2a7b6c5d4e3f", role: "admin" as const };
const REFUSED = { code: "unauthenticated" };

function open(directory: string, algorithm: "ES256" | "RS256" = "ES256", password?: string): SigningKeys {
  return openSigningKeys({ directory, algorithm, password: password === undefined ? null : new Secret(password) });
}

test("makes a key once, for its owner's eyes only, and knows its tokens after a restart", async () => {
  const directory = join(temporaryDirectory(), "keys");
  const { token } = await issueAccessToken(open(directory), user);
  expect(statSync(join(directory, "signing.pem")).mode & 0o777).toBe(0o600);
  expect(await verifyAccessToken(open(directory), token)).toBe(user.id);
});

test("kills every token when the key is removed", async () => {
  const directory = temporaryDirectory();
  const { token } = await issueAccessToken(open(directory), user);
  rmSync(join(directory, "signing.pem"));
  await expect(verifyAccessToken(open(directory), token)).rejects.toMatchObject(REFUSED);
});

test("verifies old tokens after a change of algorithm, and signs with the new one only", async () => {
  const directory = temporaryDirectory();
  const { token } = await issueAccessToken(open(directory), user);
  const keys = open(directory, "RS256");
  expect(await verifyAccessToken(keys, token)).toBe(user.id);
  expect(readdirSync(directory).filter((name) => /^retired_[0-9a-f]{16}\.pem$/.test(name))).toHaveLength(1);
  const header = (await issueAccessToken(keys, user)).token.split(".")[0] ?? "";
  expect(JSON.parse(Buffer.from(header, "base64url").toString())).toEqual({ alg: "RS256", kid: keys.kid });
});

test("encrypts the key when there is a password, and then needs it", async () => {
  const directory = temporaryDirectory();
  const { token } = await issueAccessToken(open(directory), user);
  expect(await verifyAccessToken(open(directory, "ES256", "hunter2"), token)).toBe(user.id);
  expect(readFileSync(join(directory, "signing.pem"), "utf8")).toContain("ENCRYPTED PRIVATE KEY");
  expect(() => open(directory)).toThrow(/is encrypted\. Give its password as JWT_KEY_PASSWORD/);
  expect(() => open(directory, "ES256", "guess")).toThrow(/cannot be read as a private key/);
});

test("refuses everything that is not an access token of ours", async () => {
  const keys = open(temporaryDirectory());
  const { token } = await issueAccessToken(keys, user);
  const [header = "", payload = "", signature = ""] = token.split(".");
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const forged = new SignJWT({ type: "access" }).setSubject(user.id).setJti("x").setExpirationTime("1h");
  const secret = new TextEncoder().encode(
    keys.verifiers.get(keys.kid)?.key.export({ type: "spki", format: "pem" }).toString(),
  );
  for (const bad of [
    "",
    "rubbish",
    `${header}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    `${header}.${encode({ sub: user.id, type: "access" })}.${signature}`,
    `${encode({ alg: "none", kid: keys.kid })}.${payload}.`,
    await forged.setProtectedHeader({ alg: "HS256", kid: keys.kid }).sign(secret),
    await new SignJWT({ type: "access" })
      .setProtectedHeader({ alg: "ES256" })
      .setSubject(user.id)
      .sign(keys.privateKey),
    (await issueRefreshToken(keys, user, "family")).token,
    (await issueAccessToken(open(temporaryDirectory()), user)).token,
  ]) {
    await expect(verifyAccessToken(keys, bad)).rejects.toMatchObject(REFUSED);
  }
});
