import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AlertFiring, AlertRule, Inbox } from "@tackroom/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { startProcess, type ProcessClient } from "../../test/process-client.js";
import { initialisedDirectory } from "../../test/temporary.js";
import { assistant, toolCall, toolResult } from "../../test/transcripts.js";
import { startWebSite, type WebSite } from "../../test/web-site.js";

/** An evaluation begins within a minute, and a delivery that died with its process is taken over after two. */
const LONG_ENOUGH_MS = 400_000;
/** As many as one user may have, so that an evaluation can be seen under way. */
const RULES = 100;
const MAX_ATTEMPTS = 3;

let site: WebSite;
beforeAll(async () => {
  site = await startWebSite((_request, response) => void response.writeHead(204).end());
});
afterAll(() => site.close());

const start = (dataDir: string, token = ""): Promise<ProcessClient> =>
  startProcess({ DATA_DIR: dataDir, OUTBOUND_ALLOWED_HOSTS: site.host }, token);

async function createRules({ call }: ProcessClient): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= RULES; number++) {
    const rule = { name: `Failures ${number}`, metric: "error_rate", threshold: 0.5, condition: "above" };
    const hours = { window_minutes: 60, cooldown_minutes: 600, webhook_url: `${site.url}/${number}` };
    ids.push((await call<AlertRule>("POST /alerts", { ...rule, ...hours })).id);
  }
  return ids;
}

const failedCall = (timestamp: string): string[] => [
  assistant([toolCall("c1", "Bash", {})], { timestamp }),
  toolResult("c1", "no", { isError: true, timestamp }),
];

/** How many have fired at the moment when the first ones have: an evaluation begins with a minute, and lasts a second or so. */
async function seeFiring({ call }: ProcessClient): Promise<number> {
  const deadline = performance.now() + LONG_ENOUGH_MS;
  await sleep(60_000 - (Date.now() % 60_000));
  while (performance.now() < deadline) {
    const { unread_count: unread } = await call<Inbox>("GET /me/inbox?limit=1");
    if (unread > 0) return unread;
    await sleep(10);
  }
  throw new Error("no rule has fired");
}

interface Killed {
  readonly dataDir: string;
  readonly token: string;
  readonly rules: readonly string[];
}

/** A server that was killed while it evaluated its rules. On a busy machine they may all have fired by the time this is seen. */
async function killInMidEvaluation(): Promise<Killed> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const dataDir = initialisedDirectory();
    const before = await start(dataDir);
    before.token = (await before.call<{ access_token: string }>("POST /auth/bootstrap")).access_token;
    const rules = await createRules(before);
    site.requests.length = 0;
    const lines = failedCall(new Date().toISOString());
    await before.call("POST /ingest/session", { session_id: randomUUID(), lines });
    const fired = await seeFiring(before);
    before.server.child.kill("SIGKILL");
    await before.server.ended;
    if (fired < RULES) return { dataDir, token: before.token, rules };
  }
  throw new Error(`all rules had fired each time before the server could be killed (${MAX_ATTEMPTS} attempts)`);
}

test(
  "a server that is killed in mid-evaluation fires each rule once when it is back",
  { timeout: 1_800_000 },
  async () => {
    const { dataDir, token, rules } = await killInMidEvaluation();

    const after = await start(dataDir, token);
    // A webhook may be told twice when its answer was lost with the process; the id of the event says that it is the same.
    const told = (): Map<unknown, string> =>
      new Map(site.requests.map(({ path, headers }) => [headers["x-tackroom-event-id"], path]));
    await eventually(() => expect(told().size).toBe(RULES), LONG_ENOUGH_MS);
    const firings = await eventually(async () => {
      const histories = await Promise.all(rules.map((id) => after.call<AlertFiring[]>(`GET /alerts/${id}/history`)));
      expect(histories.flat().filter(({ delivery_status }) => delivery_status === "delivered")).toHaveLength(RULES);
      return histories;
    });
    expect(firings.map((history) => history.length)).toEqual(rules.map(() => 1));
    expect(told().size).toBe(RULES);
    expect((await after.call<Inbox>("GET /me/inbox?limit=1")).unread_count).toBe(RULES);
    after.server.child.kill("SIGTERM");
    expect(await after.server.ended).toBe(0);
  },
);
