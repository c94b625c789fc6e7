import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/temporary.js";
import { Secret } from "../config/index.js";
import { StartupError } from "../startup-error.js";
import { openSealing, secretKeyFile, type Sealing } from "./index.js";

function withKey(secretKey: string, oldSecretKey?: string): Sealing {
  return openSealing({
    secretKey: new Secret(secretKey),
    oldSecretKey: oldSecretKey === undefined ? null : new Secret(oldSecretKey),
    dataDir: "/nowhere",
  });
}

const withoutKey = (dataDir: string): Sealing => openSealing({ secretKey: null, oldSecretKey: null, dataDir });

describe("a sealed text", () => {
  test.each(["", "s3cret", "ключ 🔑", "x".repeat(100_000)])("opens again in its place (%#)", (text) => {
    const sealing = withKey("k1");
    expect(sealing.unseal("a", sealing.seal("a", text))).toBe(text);
  });

  test("does not show what it is, nor that it is the same as another", () => {
    const sealing = withKey("k1");
    const [one, two] = [sealing.seal("a", "s3cret"), sealing.seal("a", "s3cret")];
    expect(one.includes("s3cret")).toBe(false);
    expect(one.equals(two)).toBe(false);
  });

  test("does not open in another place, nor with another key", () => {
    const sealed = withKey("k1").seal("a", "s3cret");
    expect(withKey("k1").unseal("b", sealed)).toBeUndefined();
    expect(withKey("k2").unseal("a", sealed)).toBeUndefined();
  });

  test("does not open once any of its bytes is changed, or some are missing", () => {
    const sealing = withKey("k1");
    const sealed = sealing.seal("a", "s3cret");
    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(sealing.unseal("a", changed), `byte ${at}`).toBeUndefined();
      expect(sealing.unseal("a", sealed.subarray(0, at)), `first ${at} bytes`).toBeUndefined();
    }
  });

  test("opens with the old key, which seals nothing any more", () => {
    const old = withKey("k1").seal("a", "s3cret");
    const sealing = withKey("k2", "k1");
    expect([sealing.unseal("a", old), sealing.isCurrent(old)]).toEqual(["s3cret", false]);
    const renewed = sealing.seal("a", "s3cret");
    expect([sealing.isCurrent(renewed), withKey("k2").unseal("a", renewed)]).toEqual([true, "s3cret"]);
  });
});

describe("without a SECRET_KEY", () => {
  test("one is made once, for its owner's eyes only, and can be given as the old key later", () => {
    const dataDir = temporaryDirectory();
    const sealed = withoutKey(dataDir).seal("a", "s3cret");
    expect(statSync(secretKeyFile(dataDir)).mode & 0o777).toBe(0o600);
    expect(withoutKey(dataDir).unseal("a", sealed)).toBe("s3cret");
    const key = readFileSync(secretKeyFile(dataDir), "utf8").trimEnd();
    expect(withKey("k2", key).unseal("a", sealed)).toBe("s3cret");
  });

  test("a key file that is empty or cannot be read is a reason not to start", () => {
    const dataDir = temporaryDirectory();
    mkdirSync(join(dataDir, "keys"));
    writeFileSync(secretKeyFile(dataDir), "\n");
    expect(() => withoutKey(dataDir)).toThrow(StartupError);
    expect(() => withoutKey(dataDir)).toThrow(/secret\.key is empty\. Restore the secret key/);

    const other = temporaryDirectory();
    mkdirSync(secretKeyFile(other), { recursive: true });
    expect(() => withoutKey(other)).toThrow(/Cannot read .* \(EISDIR\).*SECRET_KEY/);
  });

  test("a directory that cannot be made is a reason not to start", () => {
    const dataDir = temporaryDirectory();
    writeFileSync(join(dataDir, "keys"), "");
    expect(() => withoutKey(dataDir)).toThrow(StartupError);
  });
});
