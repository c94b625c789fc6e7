import type { Setting } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateByKey } from "../../test/callers.js";
import { useMadeUpSettings } from "../../test/made-up-settings.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

useMadeUpSettings();

describe.each(largestSize)("settings before a change ($size)", (on) => {
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

  test("that are dangerous to change say what a change would do, before it is made", async () => {
    const check = async (key: string, value?: unknown): Promise<unknown> =>
      (await send("POST", `settings/${key}/check`, { payload: value === undefined ? {} : { value } })).json();
    expect(await check("deployment.public_registry_enabled", true)).toEqual({
      warnings: [],
      consequence: "Anyone who can reach this server can read public, approved items without signing in.",
    });
    expect(await get("deployment.public_registry_enabled")).toMatchObject({ value: "false", is_set: false });
    expect(await check("deployment.public_registry_enabled", false)).toEqual({ warnings: [], consequence: null });
    await put("review.require_second_reviewer", true);
    expect(await check("review.require_second_reviewer")).toMatchObject({
      consequence: expect.stringContaining("submitted themselves"),
    });
    await send("DELETE", "settings/review.require_second_reviewer");
  });

  test("that need a restart say so until it has happened, or the change is undone", async () => {
    const key = "oauth.client_id";
    expect(await get(key)).toMatchObject({ restart_required: true, pending_restart: false });
    expect((await put(key, "tackroom")).json()).toMatchObject({ pending_restart: true });
    expect((await put(key, "")).json()).toMatchObject({ pending_restart: false });
    await put("made_up.secret", "changed");
    expect(await get("made_up.secret")).toMatchObject({ value: "**REDACTED**", pending_restart: true });
    await send("DELETE", "settings/made_up.secret");
    expect(await get("made_up.secret")).toMatchObject({ pending_restart: false });
  });
});
