import { PLANTED_SECRETS, type PlantedSecret } from "@tackroom/harness/testing/planted-secrets";
import type { DashboardFailure } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { ask } from "../../../test/graphql.js";
import { createSend, invitePeople, verdict, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, prompt, text, toolCall, toolResult } from "../../../test/transcripts.js";
import { runSql } from "../../platform/relational/index.js";
import { redactOlderLines } from "../jobs.js";
import { createLineStore } from "../stores/line-store.js";
import { BEFORE_ALL, redactStoredLines } from "./redact-stored-lines.js";
import { createRedactionStore } from "../stores/redaction-store.js";
import { openSessionLocks } from "../ingest/session-locks.js";

/** A secret in everything that is shown of a session, as people and programs would have put it there. */
const linesWith = ({ text: planted }: PlantedSecret, at: number): string[] => [
  prompt(`Please use this:\n${planted}`),
  assistant(
    [text(planted), toolCall(`t${at}`, "Bash", { command: `set -e\n${planted}\nls`, nested: { texts: [planted] } })],
    {
      id: `m${at}`,
    },
  ),
  assistant([toolCall(`u${at}`, "Write", { file_path: "a.json", content: JSON.stringify({ note: planted }) })], {
    id: `n${at}`,
  }),
  toolResult(`t${at}`, `$ cat file\n${planted}\n`),
  // Errors are counted by their first lines.
  toolResult(`u${at}`, JSON.stringify({ stdout: planted }), { isError: true }),
];

/** As it is, and as JSON writes it within JSON. */
const formsOf = (secret: string): string[] => {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [...new Set([secret, escaped, JSON.stringify(escaped).slice(1, -1)])];
};

const USAGE = {
  input_tokens: 5,
  output_tokens: 1,
  cache_creation_input_tokens: 9,
  cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 7 },
};

const QUERY = `query ($id: String!, $user: ID!) {
  session(id: $id, userId: $user) { sessionId project models parentSessionId events(first: 200) { edges { node { text toolName toolInput toolOutput model } } } }
}`;

describe.each(largestSize)("the secrets of a session ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let ada: Person;
  let admin: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    const people = await invitePeople(server);
    ada = await people.join();
    admin = await people.join("admin");
  });
  afterAll(() => server.close());

  test("are shown to nobody, whatever they look at", async () => {
    const id = await telemetry.store(ada, PLANTED_SECRETS.flatMap(linesWith), {
      project: "https://ada:hunter2-Blue@git.acme.test/app.git",
    });
    const shown: string[] = [];
    for (let offset = 0; offset < PLANTED_SECRETS.length * 7; offset += 200) {
      shown.push((await telemetry.get(admin, `/sessions/${id}/events?limit=200&offset=${offset}`)).body);
    }
    const failures = `/dashboard/failures?by=error&limit=100&from=2026-01-01&user_id=${ada.user.id}`;
    for (const path of [`/sessions/${id}`, "/sessions", "/dashboard/summary", failures])
      shown.push((await telemetry.get(admin, path)).body);
    shown.push(JSON.stringify(await ask(send, admin.token, QUERY, { id, user: ada.user.id })));
    expect(verdict(await telemetry.get(admin, `/sessions/${id}/lines`))).toEqual([403, "forbidden"]);
    const all = shown.join("\n");
    expect(all.split("**REDACTED**").length).toBeGreaterThan(PLANTED_SECRETS.length * 6);
    const leaked = PLANTED_SECRETS.filter(({ secret }) => formsOf(secret).some((form) => all.includes(form)));
    expect(leaked.map(({ what }) => what)).toEqual([]);
  });

  test("are found by no search, and neither is a part of one", async () => {
    const id = await telemetry.store(ada, PLANTED_SECRETS.flatMap(linesWith));
    expect(await telemetry.list(admin, "?search=please+use+this")).toContain(id);
    const found: string[] = [];
    for (const secret of new Set(PLANTED_SECRETS.map((planted) => planted.secret))) {
      const half = secret.slice(0, Math.ceil(secret.length / 2) + 4);
      const ids = await telemetry.list(admin, `?search=${encodeURIComponent(secret)}`);
      const next = await telemetry.get(admin, `/sessions/${id}/events/next?text=${encodeURIComponent(half)}`);
      if (ids.includes(id) || next.json<{ offset: number | null }>().offset !== null) found.push(secret);
    }
    expect(found).toEqual([]);
  });

  test("are in the lines that their sender reads", async () => {
    const lines = PLANTED_SECRETS.slice(0, 3).flatMap(linesWith);
    const id = await telemetry.store(ada, lines);
    const raw = (await telemetry.get(ada, `/sessions/${id}/lines`)).json<{ raw: string }[]>();
    expect(raw.map((line) => line.raw)).toEqual(lines);
  });

  describe("that older rules have let pass", () => {
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const lines = [
      prompt(`first ${token}`),
      assistant([toolCall("t1", "Bash", { command: `x\n${token}` })], { usage: USAGE }),
      prompt("third"),
      toolResult("t1", `denied: ${token}`, { isError: true }),
    ];

    /** As if they had been stored by rules that knew no such token. */
    const storeUnredacted = async (redaction = 0): Promise<{ id: string; key: string }> => {
      const id = await telemetry.store(ada, lines);
      const { rows } = await runSql(server.platform.relational, "SELECT id FROM session WHERE session_id = $1", [id]);
      const { id: key } = rows[0] as { id: string };
      await server.platform.analytical.command(
        `ALTER TABLE session_line UPDATE redaction = ${redaction},
           names = mapApply((name, text) -> (name, replaceAll(text, '**REDACTED**', '${token}')), names),
           texts = arrayMap(each -> replaceAll(each, '**REDACTED**', '${token}'), texts)
         WHERE session = '${key}' SETTINGS mutations_sync = 1`,
      );
      await runSql(
        server.platform.relational,
        "UPDATE session SET names = replace(names::text, '**REDACTED**', $2)::jsonb WHERE id = $1",
        [key, token],
      );
      await runSql(
        server.platform.relational,
        "UPDATE session_tool_activity SET error = replace(error, '**REDACTED**', $2) WHERE session = $1",
        [key, token],
      );
      expect((await telemetry.get(admin, `/sessions/${id}/events`)).body).toContain(token);
      expect(await errors()).toContain(`denied: ${token}`);
      expect(await telemetry.list(admin, `?search=${token}`)).toContain(id);
      return { id, key };
    };
    const errors = async (): Promise<(string | null)[]> => {
      const answer = await telemetry.get(ada, "/dashboard/failures?by=error&limit=100&from=2026-01-01");
      return answer.json<DashboardFailure[]>().map(({ key }) => key);
    };
    const redactedEvents = [
      { text: "first **REDACTED**" },
      {
        tool_name: "Bash",
        tool_input: String.raw`{"command":"x\n**REDACTED**"}`,
        tokens: { input: 5, cache_write: 9, cache_write_1h: 7 },
      },
      { text: "third" },
      { tool_output: "denied: **REDACTED**" },
    ];

    test("are redacted by the job, and nothing else of the session changes", async () => {
      const { id } = await storeUnredacted();
      const before = (await telemetry.get(ada, `/sessions/${id}`)).json();
      // The server has put it off for a minute when it started.
      const dueNow = "UPDATE jobs.job SET start_after = now() WHERE name = $1 AND state = 'created'";
      await runSql(server.platform.relational, dueNow, [redactOlderLines.name]);
      await server.platform.jobs.enqueue(redactOlderLines, {});
      await eventually(async () => expect(await telemetry.events(admin, id)).toMatchObject(redactedEvents));
      // Lines are written first; the names and errors of the session follow when it is saved.
      await eventually(async () => expect(await telemetry.list(admin, `?search=${token}`)).not.toContain(id));
      await eventually(async () => expect(await errors()).not.toContain(`denied: ${token}`));
      expect(await errors()).toContain("denied: **REDACTED**");
      expect(before.first_prompt).toBe(`first ${token}`);
      expect((await telemetry.get(ada, `/sessions/${id}`)).json()).toEqual({
        ...before,
        first_prompt: "first **REDACTED**",
      });
      const raw = (await telemetry.get(ada, `/sessions/${id}/lines`)).json<{ raw: string }[]>();
      expect(raw.map((line) => line.raw)).toEqual(lines);
      const more = await telemetry.ingest(ada, { session_id: id, lines: [prompt("fifth")], start_offset: 4 });
      expect(more).toMatchObject({ ingested: 1, acknowledged_line: 4 });
      expect(await telemetry.events(ada, id)).toHaveLength(5);
    });

    test("are redacted a few at a time, and by the next run where the last one stopped", async () => {
      // Newer than what the server's own job looks for, and older than what this test does.
      const [known, version] = [60_000, 65_000];
      const stored = [await storeUnredacted(known), await storeUnredacted(known), await storeUnredacted(known)];
      const { analytical, relational } = server.platform;
      const deps = {
        lines: createLineStore(analytical),
        redactions: createRedactionStore(analytical),
        sessionLocks: openSessionLocks(relational, { isSingleProcess: false }),
      };
      const areRedacted = (): Promise<boolean[]> =>
        Promise.all(
          stored.map(async ({ id }) => !(await telemetry.get(admin, `/sessions/${id}/events`)).body.includes(token)),
        );
      let after: string | undefined = BEFORE_ALL;
      let runs = 0;
      for (; after !== undefined && runs < 20; runs += 1) {
        const done = (await areRedacted()).filter(Boolean).length;
        after = await redactStoredLines(deps, { version, after, maxLines: 1 });
        // One session at the most: others of this server count, too.
        expect((await areRedacted()).filter(Boolean).length - done).toBeLessThanOrEqual(1);
      }
      expect(runs).toBeGreaterThan(stored.length - 1);
      expect(await areRedacted()).toEqual([true, true, true]);

      const revisions = async (): Promise<unknown[]> => {
        const sql = "SELECT id, revision FROM session WHERE id = ANY($1) ORDER BY id";
        return (await runSql(relational, sql, [stored.map(({ key }) => key)])).rows;
      };
      const before = await revisions();
      expect(before).toHaveLength(3);
      expect(await redactStoredLines(deps, { version, after: BEFORE_ALL, maxLines: 100_000 })).toBe(undefined);
      expect(await revisions()).toEqual(before);
    });
  });
});
