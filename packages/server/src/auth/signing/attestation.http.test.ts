import { copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { Secret } from "../../platform/config/index.js";
import { openAttestation, type Attestation } from "./attestation.js";

const STATEMENT = { _type: "https://in-toto.io/Statement/v1", subject: [{ name: "ada/größe" }] };
const TOKEN_KEYS = new Map<string, unknown>();

interface Published extends JSONWebKeySet {
  keys: { kid: string; kty: string; purpose: string; use: string; alg: string; d?: string }[];
}

describe.each(largestSize)("attestations ($size)", (on) => {
  let server: TestServer;
  let directory: string;
  let file: string;
  beforeAll(async () => {
    server = await startTestServer({ on });
    directory = server.platform.config.jwtKeyDir;
    file = join(directory, "attestation.pem");
  });
  afterAll(() => server.close());

  const open = (password: Secret | null = null, tokenKeys = TOKEN_KEYS): Promise<Attestation> =>
    openAttestation({
      directory,
      passwords: { current: password, former: null },
      tokenKeys,
      db: server.platform.relational,
    });
  const published = async (): Promise<Published> =>
    (await createSend(server)("GET /auth/.well-known/jwks.json")).json();

  test("are signed with a key of their own, for its owner's eyes only, which is published after that of tokens", async () => {
    const { kid } = await open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { keys } = await published();
    expect(keys.map(({ purpose, use, alg }) => [purpose, use, alg])).toEqual([
      ["token", "sig", "ES256"],
      ["attestation", "sig", "ES256"],
    ]);
    expect(keys[1]).toEqual({
      kty: "EC",
      crv: "P-256",
      x: expect.any(String),
      y: expect.any(String),
      kid,
      use: "sig",
      alg: "ES256",
      purpose: "attestation",
    });
    expect(keys[0]?.kid).not.toBe(kid);
  });

  test("are compact JWS of the statement, which anyone verifies with what is published", async () => {
    const { kid, sign } = await open();
    const jws = await sign(STATEMENT);
    expect(decodeProtectedHeader(jws)).toEqual({ alg: "ES256", typ: "application/vnd.in-toto+json", kid });
    const { payload } = await compactVerify(jws, createLocalJWKSet(await published()));
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(STATEMENT);
  });

  test("can be verified for ever: after the file was removed there is a new key, and the old one stays published", async () => {
    const old = await open();
    const jws = await old.sign(STATEMENT);
    rmSync(file);
    const next = await open();
    expect(next.kid).not.toBe(old.kid);
    const keys = await published();
    expect(keys.keys.filter(({ purpose }) => purpose === "attestation").map(({ kid }) => kid)).toEqual([
      next.kid,
      old.kid,
    ]);
    await compactVerify(jws, createLocalJWKSet(keys));
    await compactVerify(await next.sign(STATEMENT), createLocalJWKSet(keys));
    expect((await open()).kid).toBe(next.kid);
    expect(await published()).toEqual(keys);
  });

  test("need the password of their key once there is one", async () => {
    const { kid } = await open();
    expect((await open(new Secret("hunter2"))).kid).toBe(kid);
    expect(readFileSync(file, "utf8")).toContain("ENCRYPTED PRIVATE KEY");
    await expect(open()).rejects.toThrow(/attestation\.pem is encrypted/);
    rmSync(file);
    await open();
  });

  test("are not signed with a key of tokens, nor with one of another kind", async () => {
    rmSync(file);
    copyFileSync(join(directory, "signing.pem"), file);
    const { keys } = await published();
    await expect(open(null, new Map([[keys[0]?.kid ?? "", null]]))).rejects.toThrow(/already used to sign tokens/);
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }));
    await expect(open()).rejects.toThrow(/attestation\.pem is not an EC P-256 key/);
    expect(await published()).toEqual({ keys });
  });
});
