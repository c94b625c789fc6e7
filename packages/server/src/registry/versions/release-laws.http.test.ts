import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, submissionOf, type Shelf, type Shown } from "../../../test/items.js";
import { createSend, invitePeople, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { serverSizes } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";

/** What no use case may do, and a mistake in one could: the database itself has to refuse it, on both engines. */
const FORBIDDEN: readonly (readonly [what: string, statement: string])[] = [
  ["its bytes", "UPDATE item_artifact SET bytes = '\\x00' WHERE version_id = $1"],
  ["its media type", "UPDATE item_artifact SET media_type = 'text/html' WHERE version_id = $1"],
  ["its statement", "UPDATE item_artifact SET attestation = 'forged' WHERE version_id = $1"],
  ["its statement, by leaving it out", "UPDATE item_artifact SET attestation = NULL WHERE version_id = $1"],
  ["its lock", "UPDATE item_artifact SET lock = '{}' WHERE version_id = $1"],
  ["its artifact, by a delete", "DELETE FROM item_artifact WHERE version_id = $1"],
  ["its digest", "UPDATE item_version SET digest = 'sha256:0' WHERE id = $1"],
  ["its fields", `UPDATE item_version SET fields = '{"command":"evil"}' WHERE id = $1`],
  ["its number", "UPDATE item_version SET version = '6.6.6' WHERE id = $1"],
  ["its description", "UPDATE item_version SET description = 'Other' WHERE id = $1"],
  ["its name", "UPDATE item_version SET name = 'other', slug = 'other' WHERE id = $1"],
  ["its harnesses", "UPDATE item_version SET supported_harnesses = '{codex}' WHERE id = $1"],
  ["its risk signals", "UPDATE item_version SET risk_signals = '[{}]' WHERE id = $1"],
  ["who wrote it", "UPDATE item_version SET editors = '{}' WHERE id = $1"],
  ["when it was released", "UPDATE item_version SET released_at = NULL, status = 'pending' WHERE id = $1"],
  ["its item", "UPDATE item_version SET item_id = (SELECT id FROM item WHERE id <> item_id LIMIT 1) WHERE id = $1"],
  ["its row, by a delete", "DELETE FROM item_version WHERE id = $1"],
  ["its pins", "DELETE FROM agent_component WHERE version_id = $1"],
  ["the digest of a pin", "UPDATE agent_component SET digest = 'sha256:0' WHERE version_id = $1"],
  ["what its name means", "UPDATE release_binding SET digest = 'sha256:0' WHERE version_id = $1"],
  ["that its name means it", "DELETE FROM release_binding WHERE version_id = $1"],
];

describe.each(serverSizes)("the database ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let ada: Person;
  let agent: Shown;
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    const people = await invitePeople(server);
    ada = await people.join();
    shelf = stockShelf(send, people.admin);
    const part = await shelf.publish("prompts", ada);
    agent = await shelf.publish("agents", ada, {
      components: [{ component_type: "prompt", component_id: part.id }],
    });
  });
  afterAll(() => server.close());

  const run = (statement: string, ...values: unknown[]): Promise<unknown> =>
    runSql(server.platform.relational, statement, values);
  const refusal = async (statement: string, ...values: unknown[]): Promise<string | undefined> => {
    try {
      await run(statement, ...values);
      return undefined;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };

  test.each(FORBIDDEN)("refuses to change %s once a version is released", async (_what, statement) => {
    expect(await refusal(statement, agent.version_id)).toBe("TK409");
  });

  test("refuses another pin of a released agent", async () => {
    const statement = `INSERT INTO agent_component (version_id, position, kind, component_id, component_version_id, digest)
      SELECT version_id, 9, kind, component_id, component_version_id, digest FROM agent_component WHERE version_id = $1`;
    expect(await refusal(statement, agent.version_id)).toBe("TK409");
  });

  test("lets what is not content of a released version change", async () => {
    await run("UPDATE item_version SET yanked = true, deprecated = 'Old' WHERE id = $1", agent.version_id);
    await run("UPDATE item_version SET yanked = false, deprecated = NULL WHERE id = $1", agent.version_id);
    await run("UPDATE item_version SET created_by = NULL, released_by = NULL WHERE id = $1", agent.version_id);
    expect(await refusal("UPDATE item_version SET released_by = $2 WHERE id = $1", agent.version_id, ada.user.id)).toBe(
      "TK409",
    );
  });

  test("refuses a number under a name that was released before, in a further version and in a rename", async () => {
    const gone = await shelf.publish("prompts", ada);
    const other = await shelf.submit("prompts", ada);
    await run("UPDATE item_name SET is_live = false WHERE item_id = $1", gone.id);
    const claim = `INSERT INTO item_name (kind, namespace, slug, item_id)
      SELECT kind, namespace, slug, $1 FROM item_name WHERE item_id = $2`;
    expect(await refusal(claim, other.id, gone.id)).toBe("TK409");
    const renumber = "UPDATE item_version SET version = '2.0.0' WHERE item_id = $1";
    await run(renumber, other.id);
    await run(claim, other.id, gone.id);
    expect(await refusal("UPDATE item_version SET version = '1.0.0' WHERE item_id = $1", other.id)).toBe("TK409");
  });

  test("refuses to make public what was approved for some only", async () => {
    const item = await shelf.publish("prompts", ada, { visibility: "owner" });
    expect(await refusal("UPDATE item SET visibility = 'public' WHERE id = $1", item.id)).toBe("TK409");
  });

  test("takes the namespace of whatever is named in it for ever", async () => {
    const handle = `t-${randomUUID().slice(0, 8)}`;
    await send("POST /teams", { token: ada.token, body: { name: "Team", handle } });
    const item = await shelf.submit("prompts", ada);
    const claim = "INSERT INTO item_name (kind, namespace, slug, item_id) VALUES ('prompt', $1, 'x', $2)";
    expect(await refusal(claim, `no-${handle}`, item.id)).toBe("TK409");
    await run(claim, handle, item.id);
    const { rows } = (await run("SELECT is_used FROM namespace WHERE name = $1", handle)) as { rows: unknown[] };
    expect(rows).toEqual([{ is_used: true }]);
  });

  test("is answered as a conflict that says what to do", async () => {
    const item = await shelf.publish("prompts", ada);
    await run("UPDATE item_name SET is_live = false WHERE item_id = $1", item.id);
    await run("UPDATE item SET deleted_at = now() WHERE id = $1", item.id);
    const again = await send("POST /prompts", {
      token: ada.token,
      body: submissionOf("prompts", { name: item.name }),
    });
    expect([again.statusCode, again.json().code]).toEqual([409, "conflict"]);
    expect(again.json().detail).toBe(
      `${item.qualified_name}@1.0.0 was released before with other content and is never bound again. Choose a higher version.`,
    );
  });

  test("is answered with another remedy where the item has its numbers already", async () => {
    const gone = await shelf.publish("prompts", ada);
    await run("UPDATE item_name SET is_live = false WHERE item_id = $1", gone.id);
    await run("UPDATE item SET deleted_at = now() WHERE id = $1", gone.id);
    const other = await shelf.publish("prompts", ada);
    const renamed = await send(`PATCH /prompts/${other.id}`, { token: ada.token, body: { name: gone.name } });
    expect([renamed.statusCode, renamed.json().code]).toEqual([409, "conflict"]);
    expect(renamed.json().detail).toBe(
      `${gone.qualified_name}@1.0.0 was released before with other content and is never bound again. Choose another name for the item; before a transfer or a move to a team, rename it.`,
    );
  });
});
