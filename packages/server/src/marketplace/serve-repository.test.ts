import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSemaphore } from "../platform/concurrency.js";
import type { StoredRepository } from "./repository-store.js";
import { advertise } from "./serve-repository.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const chunks = function* (count: number): Generator<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(16 * 1024);
};

/** Serves one client at a time. Git says more than fits between it and a client. */
function server() {
  const released: string[] = [];
  const deps = {
    copies: {
      open: async () => ({ directory: "", release: () => void released.push("copy") }),
      begin: () => Promise.reject(new Error("not asked for")),
      advance: async () => undefined,
      close: async () => undefined,
    },
    git: {
      run: () => Promise.reject(new Error("not asked for")),
      stream: () => Readable.from(chunks(64)),
    },
    serveInTurn: createSemaphore(1),
  };
  const find = async (): Promise<StoredRepository> => ({}) as StoredRepository;
  const ask = async (): Promise<Readable> =>
    (await advertise(deps, { service: "git-upload-pack" }, { headers: {} }, find)).body as Readable;
  return { ask, released };
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
