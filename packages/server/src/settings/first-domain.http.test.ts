import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";

describe.each(largestSize)("the publisher domain ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    ({ admin } = await invitePeople(server));
  });
  afterAll(() => server.close());

  test("is still empty when the public URL is cleared before there was one", async () => {
    const body = { value: " " };
    const cleared = await send("PUT /admin/settings/deployment.public_url", { token: admin.token, body });
    expect([cleared.statusCode, cleared.body]).toEqual([200, expect.any(String)]);
    const shown = await send("GET /admin/settings/discovery.publisher_domain", { token: admin.token });
    expect(shown.json()).toMatchObject({ value: "" });
  });

  test("that another replica has just stored stays when the public URL changes", async () => {
    const stored = "INSERT INTO setting (key, value, updated_at) VALUES ('discovery.publisher_domain', $1, now())";
    await runSql(server.platform.relational, stored, ["first.example"]);
    const body = { value: "https://second.example" };
    const changed = await send("PUT /admin/settings/deployment.public_url", { token: admin.token, body });
    expect(changed.statusCode).toBe(200);
    const shown = await send("GET /admin/settings/discovery.publisher_domain", { token: admin.token });
    expect(shown.json()).toMatchObject({ value: "first.example" });
  });
});
