import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verdict } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import {
  encryptedFor,
  readRequest,
  startSamlIdp,
  toForm,
  type Asked,
  type ResponseOptions,
  type SamlIdp,
} from "../../../test/sso/saml-idp.js";
import { runSql } from "../../platform/relational/index.js";
import { WRAPPINGS } from "../../../test/sso/signature-wrapping.js";
import { createUserAgent } from "../../../test/sso/user-agent.js";

const VICTIM = { nameId: "the-boss", email: "boss@example.com" };

describe("a SAML response that is not what it seems", () => {
  let idp: SamlIdp;
  let server: TestServer;
  beforeAll(async () => {
    idp = await startSamlIdp();
    server = await startTestServer({ env: envOf({ saml: idp }) });
    idp.say("mallory", { nameId: "mallory", email: "mallory@example.com" });
  });
  afterAll(async () => {
    await server.close();
    await idp.close();
  });

  const sql = (text: string) => runSql(server.platform.relational, text, []);
  const ask = async (): Promise<Asked> => {
    const started = await createUserAgent(server).open("/api/v1/sso/saml/login");
    return readRequest(String(started.headers.location));
  };
  const post = (xml: string, RelayState: string | undefined) =>
    server.app.inject({
      method: "POST",
      url: "/api/v1/sso/saml/acs",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({
        SAMLResponse: toForm(xml),
        ...(RelayState === undefined ? {} : { RelayState }),
      }).toString(),
    });
  const respond = async (options: ResponseOptions, change: (xml: string) => string = (xml) => xml) => {
    const asked = await ask();
    return post(change(await idp.respond(asked, "mallory", options)), asked.relayState);
  };
  const spCertificate = async (): Promise<string> => {
    const { rows } = await sql("SELECT value FROM setting WHERE key = 'saml.sp_x509_cert'");
    return (rows[0] as { value: string }).value;
  };
  const accounts = async (): Promise<string[]> => {
    const { rows } = await sql("SELECT email FROM user_account ORDER BY email");
    return (rows as { email: string }[]).map(({ email }) => email);
  };

  test("is the measure of what follows: an honest one is accepted", async () => {
    expect((await respond({})).statusCode).toBe(302);
    expect(await accounts()).toEqual(["mallory@example.com"]);
  });

  test.each<[string, ResponseOptions]>([
    ["has no signature", { signAssertion: false }],
    ["is signed by a stranger", { stranger: true }],
    ["is meant for another service", { audience: "https://other.example.com" }],
    ["is meant for another address", { recipient: "https://other.example.com/acs" }],
    ["comes from another identity provider", { issuer: "https://idp.example.org" }],
    ["answers another request", { inResponseTo: "_another" }],
    ["has expired", { lifetimeInSeconds: -600 }],
  ])("is refused when it %s", async (_what, options) => {
    expect(verdict(await respond(options))).toEqual([400, "invalid_code"]);
  });

  test("is refused when its assertion does not say which request it answers, whatever is written around it", async () => {
    const withoutInside = await respond({ signResponse: false }, (xml) => xml);
    expect(withoutInside.statusCode).toBe(302);
    const asked = await ask();
    const unbound = await idp.respond({ ...asked, id: "" }, "mallory", {});
    const claimed = unbound.replace(
      /(<samlp:Response [^>]*?)( InResponseTo="[^"]*")?>/,
      `$1 InResponseTo="${asked.id}">`,
    );
    expect(verdict(await post(claimed, asked.relayState))).toEqual([400, "invalid_code"]);
  });

  test("is refused when nobody has asked for it, and the second time", async () => {
    const asked = await ask();
    const xml = await idp.respond(asked, "mallory");
    expect(verdict(await post(xml, undefined))).toEqual([400, "invalid_code"]);
    expect(verdict(await post(xml, "made-up"))).toEqual([400, "invalid_code"]);
    expect((await post(xml, asked.relayState)).statusCode).toBe(302);
    expect(verdict(await post(xml, asked.relayState))).toEqual([400, "invalid_code"]);
    const next = await ask();
    expect(verdict(await post(xml, next.relayState))).toEqual([400, "invalid_code"]);

    const fresh = await ask();
    const relabelled = xml.replace(/(<samlp:Response [^>]*InResponseTo=")[^"]+/, `$1${fresh.id}`);
    const answer = await post(relabelled, fresh.relayState);
    expect(answer.json()).toMatchObject({
      code: "invalid_code",
      detail: expect.stringContaining("InResponseTo does not match subjectInResponseTo"),
    });
  });

  test("is refused when its name is another one each time", async () => {
    const answer = await respond({ nameIdentifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" });
    expect(answer.json()).toMatchObject({ status: 400, detail: expect.stringContaining("transient") });
  });

  test("is read in full where a comment divides a name: the part before it is nobody", async () => {
    idp.say("eve", { nameId: "boss@example.com.evil.example", email: "eve@example.com" });
    const asked = await ask();
    const xml = await idp.respond(asked, "eve");
    const divided = xml.replace("boss@example.com.evil.example", "boss@example.com<!-- -->.evil.example");
    expect(divided).not.toBe(xml);
    // Comments are not signed, so it is still valid.
    expect((await post(divided, asked.relayState)).statusCode).toBe(302);
    const { rows } = await sql("SELECT sso_subject_id FROM user_account WHERE email = 'eve@example.com'");
    expect(rows).toEqual([{ sso_subject_id: "boss@example.com.evil.example" }]);
  });

  test.each(WRAPPINGS)("$name (signature wrapping) gets nobody in", async ({ wrap, signs }) => {
    const before = await accounts();
    const options = { signResponse: signs === "response", signAssertion: signs === "assertion" };
    const answer = await respond(options, (xml) => wrap(xml, { from: "mallory", ...VICTIM }));
    expect(verdict(answer)).toEqual([400, "invalid_code"]);
    expect(await accounts()).toEqual(before);
  });

  test("is refused when what is encrypted in it would keep the server busy: anyone can encrypt for us", async () => {
    const asked = await ask();
    const encryptFor = await spCertificate();
    const honest = await idp.respond(asked, "mallory", { encryptFor });
    const bomb = await encryptedFor(encryptFor, "<a>".repeat(20_000));
    const xml = honest.replace(/<saml:EncryptedAssertion[\s\S]*<\/saml:EncryptedAssertion>/, bomb);
    expect(xml).not.toBe(honest);
    const answer = await post(xml, asked.relayState);
    expect(answer.json()).toMatchObject({ code: "invalid_code", detail: expect.stringContaining("too deeply nested") });
  });

  test.each([
    ["text", "hello", "not well-formed"],
    ["XML of another kind", "<a/>", "InResponseTo is missing"],
    [
      "a bomb of entities",
      '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><a>&c;</a>',
      "document type definition",
    ],
    [
      "an outside entity",
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      "document type definition",
    ],
    ["elements without end", "<a>".repeat(20_000), "too deeply nested"],
    ["elements without number", `<a>${"<b/>".repeat(3000)}</a>`, "too many elements"],
  ])("is refused when it is %s", async (_what, xml, reason) => {
    const asked = await ask();
    const answer = await post(xml, asked.relayState);
    expect(answer.json()).toMatchObject({ code: "invalid_code", detail: expect.stringContaining(reason) });
  });

  test("is refused when it is empty", async () => {
    expect(verdict(await post("", (await ask()).relayState))).toEqual([422, "validation_failed"]);
  });
});
