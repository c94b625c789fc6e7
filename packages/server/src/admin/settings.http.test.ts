import type { Setting } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateByKey, idOf } from "../../test/callers.js";
import { useMadeUpSettings } from "../../test/made-up-settings.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";

/** Contract §12: key, type, default, and whether it is sensitive (*) or needs a restart (°). */
const EXPECTED = `
auth.link_privileged_accounts boolean false
auth.self_registration_enabled boolean false
data.project_retention_days list -
data.retention_days integer 90
deployment.frontend_url url https://tack.example.com
deployment.public_registry_enabled boolean false
deployment.public_url url -
deployment.sso_only boolean false
discovery.embedding_url url -
discovery.explore_enabled boolean false
discovery.federation_allowlist list -
discovery.publisher_domain text -
inbox.digest_webhook_secret text - *
inbox.digest_webhook_url url -
jwt.access_token_expire_minutes integer 60
jwt.hooks_token_expire_minutes integer 43200
jwt.refresh_token_expire_days integer 30
oauth.client_id text - °
oauth.client_secret text - *°
oauth.email_authoritative boolean false °
oauth.server_metadata_url url - °
provider_a.allowed_domains list - °
provider_a.client_id text - °
provider_a.client_secret text - *°
provider_b.allowed_orgs list - °
provider_b.client_id text - °
provider_b.client_secret text - *°
review.require_second_reviewer boolean false
saml.email_authoritative boolean false
saml.idp_entity_id text -
saml.idp_metadata_url url -
saml.idp_slo_url url -
saml.idp_sso_url url -
saml.idp_x509_cert text - *
saml.jit_provisioning boolean true
saml.sp_acs_url url https://tack.example.com/api/v1/sso/saml/acs
saml.sp_entity_id text https://tack.example.com/api/v1/sso/saml/metadata
saml.sp_key_encryption_password text - *
saml.sp_private_key text - *
saml.sp_x509_cert text -
security.allow_draft_install boolean false
security.rate_limit_auth rate 10/minute °
security.rate_limit_auth_strict rate 5/minute °
security.trusted_proxy_ips list 10.0.0.0/8
telemetry.model_prices json -`.trim();

function lineOf({ key, type, default: fallback, is_sensitive: sensitive, restart_required: restart }: Setting): string {
  const marks = `${sensitive ? "*" : ""}${restart ? "°" : ""}`;
  return [key, type, fallback || "-", ...(marks ? [marks] : [])].join(" ");
}

useMadeUpSettings();

describe.each(largestSize)("settings ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      on,
      env: { FRONTEND_URL: "https://tack.example.com", TRUSTED_PROXIES: "10.0.0.0/8" },
      extras: { authenticate: authenticateByKey },
    });
  });
  afterAll(() => server.close());

  const send = (
    method: "GET" | "PUT" | "DELETE" | "POST",
    path: string,
    options: { as?: string; payload?: object } = {},
  ): Promise<LightMyRequestResponse> =>
    server.app.inject({
      method,
      url: `/api/v1/admin/${path}`,
      headers: { "x-api-key": options.as ?? "admin ada" },
      ...(options.payload ? { payload: options.payload } : {}),
    });
  const get = async (key: string): Promise<Setting> => (await send("GET", `settings/${key}`)).json();
  const put = (key: string, value: unknown, as = "admin ada"): Promise<LightMyRequestResponse> =>
    send("PUT", `settings/${key}`, { as, payload: { value } });
  const sql = async (text: string, values: unknown[] = []): Promise<unknown[]> =>
    (await runSql(server.platform.relational, text, values)).rows;

  test("are listed, every one that the contract names", async () => {
    const answer = await send("GET", "settings");
    expect(answer.statusCode).toBe(200);
    const listed: Setting[] = answer.json();
    const ours = listed.filter(({ key }) => !key.startsWith("made_up."));
    expect(ours.map(lineOf).toSorted().join("\n")).toBe(EXPECTED);
    expect(listed.find(({ key }) => key === "jwt.access_token_expire_minutes")).toEqual({
      key: "jwt.access_token_expire_minutes",
      label: "Access token lifetime",
      group: "tokens",
      value: "60",
      is_sensitive: false,
      is_set: false,
      is_externally_managed: false,
      managed_by: null,
      type: "integer",
      unit: "minutes",
      default: "60",
      description: expect.stringContaining("access token"),
      changed_by: "admin",
      restart_required: false,
      pending_restart: false,
    });
  });

  test("tell who may change them: admins, super admins, or nobody", async () => {
    const listed: Setting[] = (await send("GET", "settings")).json();
    const unusual = listed.filter(({ changed_by }) => changed_by !== "admin");
    expect(Object.fromEntries(unusual.map(({ key, changed_by }) => [key, changed_by]))).toEqual({
      "data.project_retention_days": "super_admin",
      "data.retention_days": "super_admin",
      "made_up.generated": null,
      "saml.sp_private_key": null,
      "saml.sp_x509_cert": null,
    });
  });

  test("are set, shown and unset", async () => {
    const set = await put("discovery.federation_allowlist", "  https://a.example/ , https://b.example ");
    expect(set.statusCode).toBe(200);
    expect(set.json()).toMatchObject({ value: "https://a.example,https://b.example", is_set: true, default: "" });
    expect(await get("discovery.federation_allowlist")).toEqual(set.json());

    const unset = await send("DELETE", "settings/discovery.federation_allowlist");
    expect([unset.statusCode, unset.json()]).toEqual([200, { deleted: "discovery.federation_allowlist" }]);
    expect(await get("discovery.federation_allowlist")).toMatchObject({ value: "", is_set: false });
    expect((await send("DELETE", "settings/discovery.federation_allowlist")).statusCode).toBe(200);
  });

  test.each([
    ["discovery.explore_enabled", true, "true"],
    ["discovery.explore_enabled", "false", "false"],
    ["jwt.refresh_token_expire_days", 7, "7"],
    ["made_up.name", 7, "7"],
  ])("take %s as %j", async (key, given, value) => {
    const answer = await put(key, given);
    expect([answer.statusCode, answer.json().value]).toEqual([200, value]);
  });

  test("say who changed them and when, and the audit log from what to what", async () => {
    await put("review.require_second_reviewer", true);
    expect(await sql("SELECT value, updated_by FROM setting WHERE key = 'review.require_second_reviewer'")).toEqual([
      { value: "true", updated_by: idOf("ada") },
    ]);
    const [event] = (await send("GET", "audit-log?action=setting.set&limit=1")).json();
    expect(event).toMatchObject({
      action: "setting.set",
      resource_type: "setting",
      resource_id: "review.require_second_reviewer",
      detail: expect.stringMatching(/^\{"[a-z_.]+":\{"from":"false","to":"true"\}\}$/),
      outcome: "success",
      actor_email: "ada@example.com",
    });
  });

  test("that are empty by default are not set when they are set to nothing", async () => {
    await put("discovery.publisher_domain", "tack.example.com");
    expect((await put("discovery.publisher_domain", " ")).json()).toMatchObject({ value: "", is_set: false });
    await put("made_up.second_secret", "s3cret");
    expect((await put("made_up.second_secret", "")).json()).toMatchObject({ value: "", is_set: false });
  });

  test("that are sensitive are never shown, and sealed where they are stored", async () => {
    const secret = "never-to-be-seen-again";
    const set = await put("made_up.secret", secret);
    expect(set.json()).toMatchObject({ value: "**REDACTED**", is_set: true, is_sensitive: true, default: "" });
    expect(await get("made_up.secret")).toEqual(set.json());
    expect((await send("GET", "settings")).body).not.toContain(secret);

    const [row] = (await sql("SELECT value, sealed FROM setting WHERE key = 'made_up.secret'")) as {
      value: string | null;
      sealed: Buffer;
    }[];
    expect(row?.value).toBeNull();
    expect(Buffer.from(row?.sealed ?? "").includes(secret)).toBe(false);
    const everything = JSON.stringify([
      await sql("SELECT t::text FROM setting t"),
      (await send("GET", "audit-log/export")).body,
      server.lines,
    ]);
    expect(everything).toContain("made_up.secret");
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(secret).toString("hex"));
  });

  test.each([
    ["discovery.explore_enabled", "maybe"],
    ["discovery.explore_enabled", 1],
    ["jwt.access_token_expire_minutes", 0],
    ["jwt.access_token_expire_minutes", "1441"],
    ["jwt.access_token_expire_minutes", true],
    ["security.trusted_proxy_ips", "everyone"],
    ["discovery.federation_allowlist", "ftp://a.example"],
    ["telemetry.model_prices", "[1]"],
    ["deployment.frontend_url", ""],
    ["made_up.secret", "**REDACTED**"],
    ["made_up.name", ["a"]],
    ["made_up.name", undefined],
  ])("refuse %s = %j, and say what they expect", async (key, value) => {
    const before = await get(key);
    const answer = await put(key, value);
    expect([answer.statusCode, answer.json().code]).toEqual([422, "validation_failed"]);
    expect(answer.json().errors[0]).toEqual({ path: "body.value", message: expect.stringMatching(/^(must be|is)/) });
    expect(await get(key)).toEqual(before);
  });

  test.each(["GET", "PUT", "DELETE"] as const)("that do not exist are not found (%s)", async (method) => {
    for (const key of ["no.such", "toString", "__proto__"]) {
      const answer = await send(method, `settings/${key}`, method === "PUT" ? { payload: { value: "x" } } : {});
      expect([answer.statusCode, answer.json().code]).toEqual([404, "unknown_setting"]);
    }
  });

  test("are refused, and that is recorded, by names that no database takes", async () => {
    const cut = `${"x".repeat(1023)}😀`;
    expect((await send("GET", "settings/discovery.publisher_domain%00")).statusCode).toBe(422);
    expect((await put("made_up.name", cut)).statusCode).toBe(200);
    await send("DELETE", "settings/made_up.name");
    const recorded = await send("GET", "audit-log?action=setting.read&outcome=client_error");
    expect(recorded.json()).toMatchObject([{ resource_id: "discovery.publisher_domain\uFFFD", status_code: 422 }]);
  });

  test("are for admins", async () => {
    const calls: ["GET" | "PUT" | "DELETE" | "POST", string][] = [
      ["GET", "settings"],
      ["GET", "settings/discovery.publisher_domain"],
      ["PUT", "settings/discovery.publisher_domain"],
      ["DELETE", "settings/discovery.publisher_domain"],
      ["POST", "sealing-key/rotate"],
    ];
    for (const [method, path] of calls) {
      expect((await send(method, path, { as: "reviewer rob" })).json()).toMatchObject({
        status: 403,
        code: "forbidden",
      });
      expect((await send(method, path, { as: "eve" })).statusCode).toBe(401);
    }
    expect((await send("POST", "sealing-key/rotate", { as: "admin ada" })).statusCode).toBe(403);
  });

  test("let only a super admin decide how long telemetry is kept", async () => {
    expect((await put("data.retention_days", 30)).json()).toMatchObject({ status: 403, code: "forbidden" });
    expect((await put("data.retention_days", 30, "super_admin sue")).json()).toMatchObject({ value: "30" });
    expect((await send("DELETE", "settings/data.retention_days")).statusCode).toBe(403);
    expect((await send("DELETE", "settings/data.retention_days", { as: "super_admin sue" })).statusCode).toBe(200);
  });

  test("that the server generates cannot be replaced", async () => {
    const answer = await put("made_up.generated", "mine", "super_admin sue");
    expect(answer.json()).toMatchObject({ status: 409, code: "externally_managed" });
    expect(answer.json().detail).toMatch(/as a file/);
  });

  test("that take effect at once do so with the next request", async () => {
    const bootstrap = async (): Promise<string> => {
      const headers = { host: "localhost:8000", origin: "https://moved.example.com" };
      const payload = { password: "too weak" };
      const answer = await server.app.inject({ method: "POST", url: "/api/v1/auth/bootstrap", headers, payload });
      return answer.json().code;
    };
    expect(await bootstrap()).toBe("not_loopback");
    await put("deployment.frontend_url", "https://moved.example.com/");
    expect(await bootstrap()).toBe("validation_failed");
    await send("DELETE", "settings/deployment.frontend_url");
    expect(await bootstrap()).toBe("not_loopback");
  });

  test("decide which proxies are believed", async () => {
    const seenFrom = async (): Promise<unknown> => {
      const headers = { "x-api-key": "admin ada", "x-forwarded-for": "203.0.113.9" };
      const path = "/api/v1/admin/settings/discovery.publisher_domain";
      await server.app.inject({ method: "GET", url: path, headers, remoteAddress: "192.0.2.1" });
      return server.lines.findLast((line) => line["path"] === path)?.["ip"];
    };
    expect(await seenFrom()).toBe("192.0.2.1");
    await put("security.trusted_proxy_ips", "192.0.2.0/24");
    expect(await seenFrom()).toBe("203.0.113.9");
    expect((await put("security.trusted_proxy_ips", "")).json()).toMatchObject({ value: "", is_set: true });
    expect(await seenFrom()).toBe("192.0.2.1");
    await send("DELETE", "settings/security.trusted_proxy_ips");
  });
});
