import type { ExecutionResult } from "graphql";
import { expect, test } from "vitest";
import { recordedLog } from "../../test/quiet-log.js";
import type { Caller } from "../platform/http/index.js";
import type { SessionRow, SessionUpdate, TelemetryDeps } from "../telemetry/index.js";
import { contextOf } from "./context.js";
import { createEngine } from "./engine.js";
import { createReads } from "./reads.js";

const { log, lines } = recordedLog();
const session = {
  id: "key",
  user_id: "ada",
  harness: "codex",
  project: "default",
  project_name: "default",
  names: {},
  usage: [],
  models: [],
} as unknown as SessionRow;
const UPDATE = { key: "key", userId: "ada", sessionId: "s", harness: "codex", eventName: "session_push" };

const callerOf = (userId: string, role: Caller["role"] = "user"): Caller => ({
  userId,
  role,
  email: `${userId}@example.com`,
  credential: { kind: "api_key", id: "k" },
  isActive: true,
  mustChangePassword: false,
  keys: [],
  keyExpiresAt: null,
  passwordSetBy: null,
  notePrivilegedRead: () => undefined,
});

/** An engine that hears of one session, and counts how often it is read. */
function engineOf(find: () => Promise<typeof session> = async () => session) {
  const listeners = new Map<string | null, Set<(update: SessionUpdate) => void>>();
  const updates: TelemetryDeps["updates"] = {
    publish: () => undefined,
    subscribe(userId, onUpdate) {
      listeners.set(userId, (listeners.get(userId) ?? new Set()).add(onUpdate));
      return () => undefined;
    },
  };
  const publish = (): void => {
    for (const ofTopic of listeners.values()) {
      // As the bus does: all who listen to a topic get the same.
      const update = { ...UPDATE, acknowledgedLine: 0 };
      for (const tell of ofTopic) tell(update);
    }
  };
  let reads = 0;
  const sessionLocks = { find: () => ((reads += 1), find()) };
  const settings = { get: () => ({}) };
  const telemetry = { updates, sessionLocks, settings } as unknown as TelemetryDeps;
  const engine = createEngine({ telemetry, reviews: { subscribe: () => () => undefined }, log });
  const subscribe = async (caller: Caller, query: string, isAllowed = async () => true) => {
    const prepared = engine.prepare({ query });
    if ("errors" in prepared) throw new Error(JSON.stringify(prepared.errors));
    const results = await engine.subscribe(prepared.operation, contextOf(caller), isAllowed);
    if ("errors" in results) throw new Error(JSON.stringify(results.errors));
    return results;
  };
  return { subscribe, publish, reads: () => reads };
}

const WITH_SESSION = "subscription { sessionUpdated { eventName session { harness } } }";
const valueOf = async (results: { next(): Promise<IteratorResult<ExecutionResult>> }): Promise<unknown> =>
  (await results.next()).value;

test("an update is read and shown once for all who are the same and ask the same", async () => {
  const { subscribe, publish, reads } = engineOf();
  const [ada, admin] = [callerOf("ada"), callerOf("root", "admin")];
  const many = await Promise.all(Array.from({ length: 100 }, () => subscribe(ada, WITH_SESSION)));
  const [other, theirs] = [await subscribe(ada, `${WITH_SESSION} `), await subscribe(admin, WITH_SESSION)];
  publish();
  const results = await Promise.all(many.map(valueOf));
  expect(results[0]).toEqual({
    data: { sessionUpdated: { eventName: "session_push", session: { harness: "codex" } } },
  });
  expect(new Set(results).size).toBe(1);
  for (const differently of [other, theirs]) {
    const result = await valueOf(differently);
    expect(result).toEqual(results[0]);
    expect(results).not.toContain(result);
  }
  // Admins hear of it on a topic of their own.
  expect(reads()).toBe(2);
});

test("a session is not read for those who do not ask for it", async () => {
  const { subscribe, publish, reads } = engineOf();
  const results = await subscribe(callerOf("ada"), "subscription { sessionUpdated { eventName } }");
  publish();
  expect(await valueOf(results)).toEqual({ data: { sessionUpdated: { eventName: "session_push" } } });
  expect(reads()).toBe(0);
});

test("an update is passed over while it may not be delivered", async () => {
  const { subscribe, publish } = engineOf();
  let asked = 0;
  const results = await subscribe(callerOf("ada"), WITH_SESSION, async () => (asked += 1) > 1);
  publish();
  publish();
  expect(await valueOf(results)).toMatchObject({ data: { sessionUpdated: { eventName: "session_push" } } });
  expect(asked).toBe(2);
});

test("a store that fails shows in the result, and what goes wrong on the way ends the subscription; neither tells why", async () => {
  const failing = engineOf(() => Promise.reject(new Error("secret of the store")));
  const results = await failing.subscribe(callerOf("ada"), WITH_SESSION);
  failing.publish();
  expect(await valueOf(results)).toMatchObject({
    data: { sessionUpdated: { eventName: "session_push", session: null } },
    errors: [{ extensions: { code: "INTERNAL_ERROR" } }],
  });
  const ending = await failing.subscribe(callerOf("ada"), WITH_SESSION, () => Promise.reject(new Error("secret")));
  failing.publish();
  await expect(ending.next()).rejects.toMatchObject({
    message: expect.not.stringContaining("secret") as string,
    extensions: { code: "INTERNAL_ERROR" },
  });
  expect(lines.filter(({ msg }) => msg === "a GraphQL field failed").length).toBe(2);
});

test("reads of one operation run four at a time, also after one has failed", async () => {
  const reads = createReads();
  let [running, most] = [0, 0];
  const read = async (n: number): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (n % 5 === 0) throw new Error("failed");
    return n;
  };
  const done = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => reads(() => read(n))));
  expect(most).toBe(4);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(40);
});
