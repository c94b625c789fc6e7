import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GitExit } from "../platform/git/index.js";
import type { Log } from "../platform/log.js";
import type { StoredRepository } from "./repository-store.js";
import { advertise } from "./serve-repository.js";
import { createServingQueue } from "./serving-queue.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const chunks = function* (count: number): Generator<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(16 * 1024);
};

/** Serves one client at a time while another one may wait. Git says more than fits between it and a client. */
function server(stream: () => Readable = () => Readable.from(chunks(64))) {
  const released: string[] = [];
  const warnings: unknown[] = [];
  const deps = {
    copies: {
      open: async () => ({ directory: "", release: () => void released.push("copy") }),
      begin: () => Promise.reject(new Error("not asked for")),
      advance: async () => undefined,
      close: async () => undefined,
    },
    git: {
      run: () => Promise.reject(new Error("not asked for")),
      stream,
    },
    queue: createServingQueue({ atOnce: 1, maxWaiting: 1 }),
    log: { warn: ({ err }: { err: unknown }) => void warnings.push(err) } as unknown as Log,
  };
  const find = async (): Promise<StoredRepository> => ({}) as StoredRepository;
  const ask = async (): Promise<Readable> =>
    (await advertise(deps, { service: "git-upload-pack" }, { headers: {} }, find)).body as Readable;
  return { ask, released, warnings };
}

async function sizeOf(answer: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of answer) bytes += (chunk as Buffer).length;
  return bytes;
}

const WHOLE = 64 * 16 * 1024 + "001e# service=git-upload-pack\n0000".length;

test("a client that has stopped reading is let go, and the next one has its turn", async () => {
  const { ask, released } = server();
  const stalled = await ask();
  const failed = new Promise((resolve) => stalled.on("error", resolve));
  const waiting = sizeOf(await ask());
  await vi.advanceTimersByTimeAsync(59_000);
  expect(released).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await failed).toEqual(new Error("the client has stopped reading"));
  expect(await waiting).toBe(WHOLE);
  expect(released).toEqual(["copy", "copy"]);
});

test("a slow client gets all of it", async () => {
  const { ask } = server();
  const answer = await ask();
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(bytes).toBe(WHOLE);
});

test("a client beyond those that may wait is sent away, until there is room again", async () => {
  const { ask } = server();
  const [first, second] = [await ask(), await ask()];
  await expect(ask()).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 10 });
  expect([await sizeOf(first), await sizeOf(second)]).toEqual([WHOLE, WHOLE]);
  await vi.advanceTimersByTimeAsync(0);
  expect(await sizeOf(await ask())).toBe(WHOLE);
});

const failing = (error: Error, count: number) => () =>
  Readable.from(
    (function* () {
      yield* chunks(count);
      throw error;
    })(),
  );

test("what git says before it fails is all of the answer, and the operator hears of it", async () => {
  const error = new GitExit("git upload-pack failed with 128: not our ref");
  const { ask, released, warnings } = server(failing(error, 2));
  expect(await sizeOf(await ask())).toBe(WHOLE - 62 * 16 * 1024);
  await vi.advanceTimersByTimeAsync(0);
  expect([warnings, released]).toEqual([[error], ["copy"]]);
});

test.each<[string, Error, number]>([
  ["git says nothing", new GitExit("git upload-pack failed with 128: dubious ownership"), 0],
  ["git is stopped", new Error("The server is stopping."), 2],
])("an answer that is not complete does not look so when %s", async (_what, error, count) => {
  const { ask, released, warnings } = server(failing(error, count));
  await expect(sizeOf(await ask())).rejects.toThrow(error.message);
  await vi.advanceTimersByTimeAsync(0);
  expect([warnings, released]).toEqual([[error], ["copy"]]);
});
