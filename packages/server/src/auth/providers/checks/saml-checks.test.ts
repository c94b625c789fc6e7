import type { SsoCheck } from "@tackroom/contract";
import { afterEach, expect, test, vi } from "vitest";
import { OLD_CERTIFICATE } from "../../../../test/sso/old-certificate.js";
import type { Settings } from "../../../settings/index.js";
import { KeyPairError, type KeyPair } from "../saml/key-pair.js";
import { samlChecks } from "./saml-checks.js";

afterEach(() => void vi.useRealTimers());

const SETTINGS: Readonly<Record<string, unknown>> = {
  "saml.idp_entity_id": "https://idp.example.com",
  "saml.idp_sso_url": "https://idp.example.com/sso",
  "saml.idp_x509_cert": [OLD_CERTIFICATE],
  "saml.idp_metadata_url": "",
};
const settings = { get: ((key: string) => SETTINGS[key]) as Settings["get"] };
const unreachable = () => Promise.reject(new Error("nobody is to be asked"));

const checksOn = async (day: string, existing: () => KeyPair | undefined = () => undefined) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(day);
  const checks = await samlChecks({ settings, keys: { existing }, fetch: unreachable });
  return (name: string): SsoCheck | undefined => checks.find((each) => each.name === name);
};

test.each([
  ["not valid yet", "2019-12-31T12:00:00Z", "is not valid before Jan  1 00:00:00 2020 GMT."],
  ["about to expire", "2020-01-01T12:00:00Z", "expires on 2020-01-02."],
  ["expired", "2020-01-02T00:00:01Z", "expired on 2020-01-02."],
])("a certificate that is %s is reported", async (_what, day, detail) => {
  const checkOf = await checksOn(day, () => ({ privateKey: "", certificate: OLD_CERTIFICATE }));
  for (const name of ["idp_certificate", "sp_certificate"]) {
    expect(checkOf(name)).toEqual({
      name,
      ok: false,
      detail: `The certificate of CN=old.example.com ${detail}`,
      remedy: expect.stringMatching(/new/),
    });
  }
});

test("a key pair that is not there yet is nothing to fix", async () => {
  expect((await checksOn("2020-01-01T12:00:00Z"))("sp_certificate")).toMatchObject({ ok: true, remedy: null });
});

test("a key pair that cannot be used is reported", async () => {
  const checkOf = await checksOn("2020-01-01T12:00:00Z", () => {
    throw new KeyPairError("SAML: the private key cannot be read; expected PEM.");
  });
  expect(checkOf("sp_certificate")).toMatchObject({ ok: false, detail: expect.stringContaining("cannot be read") });
});
