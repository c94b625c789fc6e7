import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onEngine, relationalChoices } from "../../../test/engines.js";
import { eventually } from "../../../test/eventually.js";
import { recordedLog } from "../../../test/quiet-log.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { openBus, type Bus } from "../bus/index.js";
import { openRelational, runSql, type Relational } from "../relational/index.js";
import { job, openJobs, type Jobs } from "./index.js";
import { watchQueues } from "./watch-queues.js";

const Payload = Type.Object({ item: Type.String() });

interface Seen {
  readonly item: string;
  readonly attempt: number;
  readonly at: number;
}

interface Deps {
  readonly seen: Seen[];
  readonly failUntil?: number;
  readonly hold?: Promise<void>;
}

const record = async (
  { seen, failUntil = 0, hold }: Deps,
  { item }: { item: string },
  attempt: number,
): Promise<void> => {
  seen.push({ item, attempt, at: performance.now() });
  await hold;
  if (attempt <= failUntil) throw new Error(`try ${attempt} fails`);
};

const plain = job({ name: "test.plain", payload: Payload, retryAfterSeconds: [], timeoutSeconds: 30, run: record });
const flaky = job({ name: "test.flaky", payload: Payload, retryAfterSeconds: [1, 2], timeoutSeconds: 30, run: record });
const hopeless = job({ ...flaky, name: "test.hopeless", retryAfterSeconds: [1] });
const keyed = job({ ...plain, name: "test.keyed", singletonKey: ({ item }: { item: string }) => item });
const everyMinute = job({
  name: "test.cron",
  payload: Type.Object({}),
  retryAfterSeconds: [],
  timeoutSeconds: 30,
  cron: "* * * * *",
  run: async ({ seen }: Deps, _payload, attempt) => void seen.push({ item: "tick", attempt, at: performance.now() }),
});

describe.each(relationalChoices)("jobs", ({ engine, create }) => {
  describe(onEngine(engine), () => {
    const { log, lines } = recordedLog();
    let database: Awaited<ReturnType<typeof create>>;
    let relational: Relational;
    let bus: Bus;
    let jobs: Jobs;
    const ticks: Seen[] = [];

    beforeAll(async () => {
      database = await create();
      relational = await openRelational({ databaseUrl: database.databaseUrl, dataDir: temporaryDirectory(), log });
      bus = await openBus(null, log);
      jobs = await openJobs({ relational, bus, log, works: true, scheduleIntervalSeconds: 1 });
      await jobs.register(everyMinute, { seen: ticks });
    });
    afterAll(async () => {
      await jobs.close();
      await relational.close();
      await database.drop();
    });

    test("runs a job soon after it was added", async () => {
      const seen: Seen[] = [];
      await jobs.register(plain, { seen });
      expect(await jobs.enqueue(plain, { item: "a" })).toBe(true);
      await eventually(() => expect(seen).toMatchObject([{ item: "a", attempt: 1 }]));
    });

    test("adds a job with the transaction that asks for it, or not at all", async () => {
      const seen: Seen[] = [];
      const transactional = { ...plain, name: "test.tx" };
      await jobs.register(transactional, { seen });
      // A process that does no work has never looked at the queue.
      const adding = await openJobs({ relational, bus, log, works: false });
      await adding.register(transactional, { seen });
      await relational.transaction(async (tx) => void (await adding.enqueue(transactional, { item: "kept" }, { tx })));
      const failing = relational.transaction(async (tx) => {
        await adding.enqueue(transactional, { item: "dropped" }, { tx });
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      await adding.close();
      await eventually(() => expect(seen.map(({ item }) => item)).toEqual(["kept"]));
    });

    test("wakes whoever works on a queue that has something to do, and nobody else", async () => {
      const [busy, idle] = [0, 1].map((at) => ({ ...plain, name: `test.watched-${at}` })) as [
        typeof plain,
        typeof plain,
      ];
      const adding = await openJobs({ relational, bus, log, works: false });
      await adding.register(busy, { seen: [] });
      await adding.register(idle, { seen: [] });
      await adding.enqueue(idle, { item: "later" }, { startAfterSeconds: 3600 });
      await adding.enqueue(busy, { item: "now" });
      const woken: string[] = [];
      const watch = watchQueues(relational, log);
      for (const { name } of [idle, busy]) watch.add(name, () => woken.push(name));
      await eventually(() => expect(woken).toContain(busy.name));
      await watch.close();
      await adding.close();
      expect(woken).not.toContain(idle.name);
    });

    test("tries again after exactly the waits that the job lists", async () => {
      const seen: Seen[] = [];
      await jobs.register(flaky, { seen, failUntil: 2 });
      await jobs.enqueue(flaky, { item: "a" });
      await eventually(() => expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3]));
      const [first, second, third] = seen.map(({ at }) => at);
      // At least what was asked for; how much more depends on polling and on the machine.
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(950);
      expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(1950);
    });

    test("gives a job up when its waits are used up, and says so", async () => {
      const seen: Seen[] = [];
      await jobs.register(hopeless, { seen, failUntil: 9 });
      await jobs.enqueue(hopeless, { item: "a" });
      await eventually(
        () => expect(lines).toContainEqual(expect.objectContaining({ msg: "a job failed permanently", attempt: 2 })),
        15_000,
      );
      await eventually(async () => {
        const { rows } = await runSql(relational, "SELECT state FROM jobs.job WHERE name = $1", [hopeless.name]);
        expect(rows).toEqual([{ state: "failed" }]);
      });
    });

    test("does not add a second job while one with its key waits, but does while one runs", async () => {
      const seen: Seen[] = [];
      let release = (): void => undefined;
      const hold = new Promise<void>((resolve) => (release = resolve));
      await jobs.register(keyed, { seen, hold });
      expect(await jobs.enqueue(keyed, { item: "a" })).toBe(true);
      await eventually(() => expect(seen).toHaveLength(1));
      expect(await jobs.enqueue(keyed, { item: "a" })).toBe(true);
      expect(await jobs.enqueue(keyed, { item: "a" })).toBe(false);
      expect(await jobs.enqueue(keyed, { item: "b" })).toBe(true);
      release();
      await eventually(() => expect(seen.map(({ item }) => item)).toEqual(["a", "a", "b"]));
    });

    test("runs a scheduled job once at a time in all processes, and lets one more wait", async () => {
      const seen: Seen[] = [];
      let release = (): void => undefined;
      const hold = new Promise<void>((resolve) => (release = resolve));
      const scheduled = job({ ...plain, name: "test.scheduled", cron: "0 0 1 1 *" });
      const adding = await openJobs({ relational, bus, log, works: false });
      // The queue may have been made by a version in which the job had no schedule.
      await adding.register({ ...scheduled, cron: "" }, { seen });
      const replicas = await Promise.all([1, 2].map(() => openJobs({ relational, bus, log, works: true })));
      await Promise.all(replicas.map((each) => each.register(scheduled, { seen, hold })));

      const added: boolean[] = [];
      for (const item of ["a", "b", "c"]) {
        added.push(await adding.enqueue(scheduled, { item }));
        await eventually(() => expect(seen).toHaveLength(1));
      }
      expect(added).toEqual([true, true, false]);

      // Whoever looks for work meanwhile is sent to other queues.
      const other = { ...plain, name: "test.other" };
      await adding.register(other, { seen: [] });
      await adding.enqueue(other, { item: "a" });
      const woken: string[] = [];
      const watch = watchQueues(relational, log);
      for (const { name } of [scheduled, other]) watch.add(name, () => woken.push(name));
      await eventually(() => expect(woken).toContain(other.name));
      await watch.close();
      expect([woken.includes(scheduled.name), seen.length]).toEqual([false, 1]);
      release();
      await eventually(() => expect(seen.map(({ item }) => item)).toEqual(["a", "b"]));
      await Promise.all([adding, ...replicas].map((each) => each.close()));
    });

    test("does not run a job whose stored payload no longer fits", async () => {
      const seen: Seen[] = [];
      const strict = { ...plain, name: "test.strict" };
      await jobs.register(strict, { seen });
      await jobs.enqueue(strict, { item: 1 } as unknown as { item: string });
      await eventually(() => expect(JSON.stringify(lines)).toContain("does not match the job's schema"));
      expect(seen).toEqual([]);
    });

    test("can be registered by several replicas at once, and runs once", async () => {
      const seen: Seen[] = [];
      const shared = { ...plain, name: "test.shared" };
      const replicas = await Promise.all([1, 2, 3].map(() => openJobs({ relational, bus, log, works: true })));
      await Promise.all(replicas.map((each) => each.register(shared, { seen })));
      for (let index = 0; index < 6; index++) await replicas[index % 3]?.enqueue(shared, { item: String(index) });
      await eventually(() => expect(seen).toHaveLength(6));
      await Promise.all(replicas.map((each) => each.close()));
      expect(seen.map(({ item }) => item).toSorted()).toEqual(["0", "1", "2", "3", "4", "5"]);
    });

    test("is only added, not run, by a process that does not work on jobs", async () => {
      const [seenByApi, seenByWorker]: Seen[][] = [[], []];
      const roles = { ...plain, name: "test.roles" };
      const api = await openJobs({ relational, bus, log, works: false });
      await api.register(roles, { seen: seenByApi ?? [] });
      await api.enqueue(roles, { item: "a" });
      await jobs.register(roles, { seen: seenByWorker ?? [] });
      await eventually(() => expect(seenByWorker).toHaveLength(1));
      expect(seenByApi).toEqual([]);
      await api.close();
    });

    test("finishes the job that runs before it closes", async () => {
      const seen: Seen[] = [];
      let finished = false;
      const slow = job({
        ...plain,
        name: "test.slow",
        run: async (deps: Deps, payload: { item: string }, attempt) => {
          await record(deps, payload, attempt);
          await new Promise((resolve) => setTimeout(resolve, 600));
          finished = true;
        },
      });
      const another = await openJobs({ relational, bus, log, works: true });
      await another.register(slow, { seen });
      await another.enqueue(slow, { item: "a" });
      await eventually(() => expect(seen).toHaveLength(1));
      await another.close();
      expect(finished).toBe(true);
    });

    test("schedules again at the first start after a clock that ran ahead was corrected", async () => {
      const ahead = "jobs.job_now() + interval '2 days'";
      await runSql(relational, `UPDATE jobs.version SET cron_on = ${ahead}`, []);
      await runSql(relational, `UPDATE jobs.queue SET monitor_claim_on = ${ahead}`, []);
      const again = await openJobs({ relational, bus, log, works: true });
      const { rows } = await runSql(
        relational,
        `SELECT (SELECT cron_on FROM jobs.version) > ${ahead} - interval '1 day' AS cron,
           EXISTS (SELECT FROM jobs.queue WHERE monitor_claim_on > ${ahead} - interval '1 day') AS monitor`,
        [],
      );
      expect(rows).not.toContainEqual(expect.objectContaining({ cron: true }));
      expect(rows).toEqual([expect.objectContaining({ monitor: false })]);
      await again.close();
    });

    test("runs what is due by the clock", async () => {
      await eventually(() => expect(ticks.length).toBeGreaterThanOrEqual(1));
    });
  });
});
