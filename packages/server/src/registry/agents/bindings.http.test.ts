import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, submissionOf, type Shown } from "../../../test/items.js";
import { verdict, type Person, type Send } from "../../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../../test/registry-world.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("what a name is bound to ($size)", (on) => {
  let { server, send, people, ada, bob, reviewer, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, reviewer, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  describe.each(EVERY_TYPE)("of kind $kind", ({ type, kind }) => {
    test("never changes: not by a rename, a transfer or a move to the name of what was deleted", async () => {
      const [gone, mine, others] = [
        await shelf.publish(type, ada),
        await shelf.publish(type, ada),
        await shelf.publish(type, bob),
      ];
      await send(`DELETE /${type}/${gone.id}`, { token: people.admin.token });
      const renamed = await send(`PATCH /${type}/${mine.id}`, { token: ada.token, body: { name: gone.name } });
      expect(verdict(renamed), renamed.body).toEqual([409, "conflict"]);

      // Under the same slug elsewhere, and then handed over.
      expect(
        (await send(`PATCH /${type}/${others.id}`, { token: bob.token, body: { name: gone.name } })).statusCode,
      ).toBe(200);
      const handed = await send(`POST /${type}/${others.id}/transfer-ownership`, {
        token: people.admin.token,
        body: { user_id: ada.user.id },
      });
      expect(verdict(handed), handed.body).toEqual([409, "conflict"]);
      expect((await send(`GET /${type}/${others.id}`, { token: bob.token })).json().namespace).toBe(bob.user.username);
      const more = type === "agents" ? { model_name: "opus-x" } : {};
      await send(`POST /${type}/${mine.id}/versions`, {
        token: ada.token,
        body: { version: "1.1.0", description: "Next", ...more },
      });
      const renaming = { token: ada.token, body: { name: gone.name } };
      expect(verdict(await send(`PUT /${type}/${mine.id}/draft`, renaming))).toEqual([409, "conflict"]);
      const draft = await send(`POST /${type}/draft`, { token: ada.token, body: { name: `d-${gone.name}` } });
      const path = `/${type}/${draft.json().id}/draft`;
      const body = { name: gone.name, version: "1.0.0" };
      expect(verdict(await send(`PUT ${path}`, { token: ada.token, body }))).toEqual([409, "conflict"]);
    });

    test("gets an address that no path of the service has, and keeps to 64 characters", async () => {
      const reserved = type === "agents" ? "versions" : "Versions!";
      const item = (
        await send(`POST /${type}`, { token: ada.token, body: submissionOf(type, { name: reserved }) })
      ).json();
      expect(item).toMatchObject({ name: reserved, slug: "item-versions" });
      if (type === "agents") return;
      const long = (
        await send(`POST /${type}`, { token: ada.token, body: submissionOf(type, { name: `${"Long ".repeat(20)}x` }) })
      ).json();
      expect(long.slug).toMatch(/^[a-z0-9][a-z0-9_-]{0,63}$/);
    });

    test("is installed by owners before it is approved, and by nobody else; agents not even by them", async () => {
      const item = await shelf.submit(type, ada);
      const install = (by: Person, body: object = {}): ReturnType<Send> =>
        send(`POST /${type}/${item.id}/install`, { token: by.token, body: { harness: "cursor", ...body } });
      for (const by of [bob, reviewer]) expect(verdict(await install(by))).toEqual([404, "not_found"]);
      for (const wish of [{}, { version: "1.0.0" }]) {
        const own = await install(ada, wish);
        if (type === "agents") expect(verdict(own)).toEqual([404, "not_found"]);
        else expect(own.json().warnings.join(" "), own.body).toContain("not approved");
      }
      const unknown = await install(ada, { harness: "emacs" });
      expect(verdict(unknown)).toEqual([422, "validation_failed"]);
      expect(unknown.json().errors[0].path).toBe("body.harness");
      expect((await send(`GET /artifacts/${kind}/${item.id}/1.0.0`, { token: bob.token })).statusCode).toBe(404);
      expect((await send(`GET /artifacts/${kind}/${item.id}/1.0.0`, { token: ada.token })).statusCode).toBe(200);
    });

    test("prefers stable versions, and the highest of them", async () => {
      const item = await shelf.publish(type, ada);
      const more = type === "agents" ? { model_name: "opus-x" } : {};
      const numbers = type === "agents" ? ["1.10.0", "1.9.0"] : ["1.10.0", "1.9.0", "2.0.0-rc.1"];
      for (const version of numbers)
        await shelf.release(type, item.id, ada, { version, description: version, ...more });
      expect((await send(`GET /${type}/${item.id}`, { token: bob.token })).json().version).toBe("1.10.0");
      const versions = (await send(`GET /${type}/${item.id}/versions?page_size=2`, { token: bob.token })).json();
      expect(versions).toMatchObject({ total: numbers.length + 1, page: 1, page_size: 2 });
      expect(versions.items).toHaveLength(2);
    });
  });

  test("an MCP server that nobody has approved is replaced by its owner's next submission of that name", async () => {
    const first = await shelf.submit("mcps", ada);
    const submit = (by: Person, more: object = {}): ReturnType<Send> =>
      send("POST /mcps", { token: by.token, body: submissionOf("mcps", { name: first.name, ...more }) });
    const args = ["-y", "@acme/tickets@2.0.0"];
    const second = await submit(ada, { args, version: "1.0.1", category: "databases", visibility: "owner" });
    expect(second.statusCode, second.body).toBe(200);
    expect(second.json()).toMatchObject({
      id: first.id,
      args,
      version: "1.0.1",
      status: "pending",
      category: "databases",
    });
    expect(second.json().digest).not.toBe(first.digest);
    await send(`POST /review/${first.id}/reject`, { token: people.admin.token });
    expect((await submit(ada)).json()).toMatchObject({ id: first.id, status: "pending", rejection_reason: null });
    expect((await submit(bob)).statusCode).toBe(201);
    await shelf.approve(first.id);
    expect(verdict(await submit(ada, { version: "2.0.0" }))).toEqual([409, "name_taken"]);
  });

  test("what is deleted is gone for those who could see it, and was never there for others", async () => {
    const item = await shelf.publish("prompts", ada, { visibility: "owner" });
    await send(`DELETE /prompts/${item.id}`, { token: people.admin.token });
    const url = `GET /artifacts/prompt/${item.id}/1.0.0` as const;
    expect((await send(url, { token: ada.token })).statusCode).toBe(410);
    expect((await send(url, { token: bob.token })).statusCode).toBe(404);
    expect((await send(url)).statusCode).toBe(404);
  });

  test("of an agent is also found by the beginning of its id", async () => {
    const agent = await shelf.publish("agents", ada);
    for (const prefix of [agent.id.slice(0, 8), agent.id.slice(0, 14)]) {
      expect((await send(`GET /agents/${prefix}`, { token: bob.token })).json().id).toBe(agent.id);
    }
    expect(verdict(await send(`GET /agents/${agent.id.slice(0, 3)}`, { token: bob.token }))).toEqual([
      404,
      "not_found",
    ]);
    const prompt = await shelf.publish("prompts", ada);
    expect(verdict(await send(`GET /prompts/${prompt.id.slice(0, 8)}`, { token: bob.token }))).toEqual([
      404,
      "not_found",
    ]);
  });

  test("a flag makes an agent's version a pre-release, which is not the latest", async () => {
    const agent = await shelf.publish("agents", ada);
    const body = { version: "2.0.0", model_name: "opus-x", is_prerelease: true };
    const released = await shelf.release("agents", agent.id, ada, body);
    expect(released.json()).toMatchObject({ version: "2.0.0", is_prerelease: true });
    expect((await send(`GET /agents/${agent.id}`, { token: bob.token })).json()).toMatchObject({
      version: "1.0.0",
      latest_approved_version: "1.0.0",
    });
    const draft = { version: "3.0.0", model_name: "opus-x", save_as_draft: true };
    const saved = await send(`POST /agents/${agent.id}/versions`, { token: ada.token, body: draft });
    expect(saved.json()).toMatchObject({ version: "3.0.0", status: "draft" });
    expect(verdict(await send(`GET /agents/${agent.id}/versions/3.0.0`, { token: bob.token }))).toEqual([
      404,
      "not_found",
    ]);
    expect(verdict(await send(`GET /agents/${agent.id}/versions/3.0.0`, { token: reviewer.token }))).toEqual([
      404,
      "not_found",
    ]);
    expect((await send(`POST /agents/${agent.id}/submit`, { token: ada.token })).statusCode).toBe(200);
    expect((await send(`GET /review/${agent.id}`, { token: reviewer.token })).json().version).toBe("3.0.0");
  });

  test("the snapshot of an agent's version is that of its bytes, after a rename too", async () => {
    const skill = await shelf.publish("skills", ada);
    const components = [{ component_type: "skill", component_id: skill.id }];
    const agent = await shelf.publish("agents", ada, { components });
    const snapshot = async () =>
      (await send(`GET /agents/${agent.id}/versions/1.0.0`, { token: bob.token })).json().yaml_snapshot;
    const artifact = await send(`GET /artifacts/agent/${agent.id}/1.0.0`, { token: bob.token });
    expect(await snapshot()).toBe(JSON.parse(artifact.body).yamlSnapshot);
    for (const [type, { id, name }] of [["agents", agent] as const, ["skills", skill] as const]) {
      await send(`PATCH /${type}/${id}`, { token: ada.token, body: { name: `${name}-anew` } });
    }
    expect(await snapshot()).toBe(JSON.parse(artifact.body).yamlSnapshot);
  });

  test("a component by a name that several have is refused with what to use instead", async () => {
    const name = `twin-${randomUUID().slice(0, 6)}`;
    const twins: Shown[] = [await shelf.publish("skills", ada, { name }), await shelf.publish("skills", bob, { name })];
    const components = [{ component_type: "skill", component_id: name }];
    const refused = await send("POST /agents", { token: ada.token, body: submissionOf("agents", { components }) });
    expect(verdict(refused)).toEqual([422, "invalid_components"]);
    const [{ reason }] = refused.json().errors;
    for (const { qualified_name } of twins) expect(reason).toContain(qualified_name);
  });

  test("an artifact's address speaks ARD, whatever is wrong", async () => {
    const { token } = ada;
    const errorCode = async (line: Parameters<Send>[0], given = {}): Promise<unknown[]> => {
      const answer = await send(line, given);
      return [answer.statusCode, answer.json().errorCode];
    };
    const url = `/artifacts/skill/${randomUUID()}/1.0.0`;
    expect(await errorCode(`GET ${url}`, { token })).toEqual([404, "NOT_FOUND"]);
    expect(await errorCode(`GET ${url}`)).toEqual([404, "NOT_FOUND"]);
    expect(await errorCode(`GET ${url}`, { key: "nonsense" })).toEqual([401, "UNAUTHENTICATED"]);
    expect(await errorCode(`DELETE ${url}`, { token })).toEqual([405, "METHOD_NOT_ALLOWED"]);
    expect(await errorCode("GET /artifacts/nothing", { token })).toEqual([404, "NOT_FOUND"]);
    expect(await errorCode("GET /artifacts/spoon/1/2", { token })).toEqual([404, "NOT_FOUND"]);
  });
});
