import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, PASSWORD, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("texts that others will see ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    ({ admin } = await invitePeople(server));
  });
  afterAll(() => server.close());

  const refused = async (endpoint: string, body: object): Promise<unknown> => {
    const reply = await send(endpoint as Parameters<Send>[0], { token: admin.token, body });
    const { errors = [] } = reply.json<{ errors?: readonly { path: string }[] }>();
    return [reply.statusCode, ...errors.map(({ path }) => path)];
  };
  const HIDDEN = ["a\u001b[2Jb", "a\u009bb", "a\u202eb", "a\u200bb", "a\nb", "a\u2028b"];
  const account = { email: "new@example.com", name: "New", password: PASSWORD };
  const skill = {
    name: "x",
    version: "1.0.0",
    description: "x",
    task_type: "general",
    skill_md_content: "---\nname: x\ndescription: x\n---\n\nTidy.\n",
  };

  test.each(HIDDEN)("are refused as %j", async (text) => {
    expect(await refused("POST /teams", { name: text })).toEqual([422, "body.name"]);
    expect(await refused("POST /teams", { name: "x", handle: text })).toEqual([422, "body.handle"]);
    expect(await refused("POST /keys", { name: text })).toEqual([422, "body.name"]);
    expect(await refused("POST /admin/users", { ...account, name: text })).toEqual([422, "body.name"]);
    expect(await refused("POST /admin/users", { ...account, username: text })).toEqual([422, "body.username"]);
    expect(await refused("POST /admin/users", { ...account, department: text })).toContain(422);
    expect(await refused("POST /auth/device/authorize", { client_id: text })).toEqual([422, "body.client_id"]);
    expect(await refused("POST /skills", { ...skill, name: text })).toEqual([422, "body.name"]);
    expect(await refused("POST /skills", { ...skill, owner: text })).toEqual([422, "body.owner"]);
    expect(await refused("POST /skills", { ...skill, tags: [text] })).toEqual([422, "body.tags[0]"]);
  });

  test("say what is wrong, and may have lines where remarks do", async () => {
    const reply = await send("POST /teams", { token: admin.token, body: { name: "a\u202eb" } });
    expect(reply.json()).toMatchObject({
      errors: [{ path: "body.name", message: expect.stringContaining("invisible characters") as string }],
    });
    expect(await refused("POST /teams", { name: "x", description: "a\u202eb" })).toEqual([422, "body.description"]);
    expect(await refused("POST /teams", { name: "Größe 👩\u200d💻", description: "two\r\nlines\tand\na tab" })).toEqual(
      [201],
    );
  });
});
