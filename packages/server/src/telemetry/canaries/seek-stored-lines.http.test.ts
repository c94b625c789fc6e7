import type { Canary, CanaryReport } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { stockShelf } from "../../../test/items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { serverSizes } from "../../../test/sizes.js";
import { createTelemetry, type Telemetry } from "../../../test/telemetry.js";
import { assistant, prompt, text } from "../../../test/transcripts.js";
import { seekOlderLines } from "../jobs.js";
import type { UnsearchedLines } from "./seek-canaries.js";

const says = (words: string): string => assistant([text(words)]);

describe.each(serverSizes)("lines stored before the agent of their session was known ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let telemetry: Telemetry;
  let people: People & { admin: Person };
  let user: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    telemetry = createTelemetry(send);
    people = await invitePeople(server);
    user = await people.join();
  });
  afterAll(() => server.close());

  const told = async (agentId: string): Promise<unknown[]> =>
    (await telemetry.get(people.admin, `/admin/canaries/${agentId}/reports`))
      .json<CanaryReport[]>()
      .map(({ session_id, line, agent_behavior, penalty_applied }) => [
        session_id,
        line,
        agent_behavior,
        penalty_applied,
      ]);

  test("are left to a job where they are too many to look at while the session is locked", async () => {
    const agent = await stockShelf(send, people.admin).publish("agents", await people.join());
    const canary = { agent_id: agent.id, canary_type: "numeric", injection_point: "context" };
    const planted = await send("POST /admin/canaries", { token: people.admin.token, body: canary });
    const { canary_value: value } = planted.json<Canary>();
    const many = (words: string): string[] => [says(words), ...Array.from({ length: 600 }, () => prompt("Go on"))];
    const session_id = await telemetry.store(user, many(value));
    await telemetry.ingest(user, { session_id, lines: many("That was planted."), start_offset: 601 });
    const enqueue = vi.spyOn(server.platform.jobs, "enqueue").mockResolvedValueOnce(true);
    await telemetry.ingest(user, { session_id, agent_id: agent.id, lines: [says("Done")], start_offset: 1202 });
    const [[queued, unsearched]] = enqueue.mock.calls as [[typeof seekOlderLines, object]];
    enqueue.mockRestore();
    expect([queued.name, await told(agent.id)]).toEqual([seekOlderLines.name, []]);
    // What arrives before the job runs is judged by what is known then.
    await telemetry.ingest(user, { session_id, lines: [says(value)], start_offset: 1203, final: true });
    expect(await told(agent.id)).toEqual([[session_id, 1203, "parroted", 1]]);
    await server.platform.jobs.enqueue(queued, unsearched as UnsearchedLines);
    await eventually(async () => expect(await told(agent.id)).toEqual([[session_id, 0, "corrected", 0.5]]));
  });
});
