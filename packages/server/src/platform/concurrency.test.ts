import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createKeyedMutex, createSemaphore, runInSlices } from "./concurrency.js";

function* busy(): Generator<void, string> {
  for (let step = 0; step < 4; step++) {
    const until = performance.now() + 20;
    while (performance.now() < until);
    yield;
  }
  return "done";
}

test("lets others have their turn while it works through its steps", async () => {
  const seen: string[] = [];
  setImmediate(() => seen.push("another's turn"));
  seen.push(await runInSlices(busy()));
  expect(seen).toEqual(["another's turn", "done"]);
});

test("a mutex runs work on one thing in order, also after a failure, and work on another beside it", async () => {
  const mutex = createKeyedMutex();
  const seen: string[] = [];
  const work = (name: string, milliseconds: number) => async () => {
    await sleep(milliseconds);
    seen.push(name);
  };
  const failing = mutex.run("a", async () => {
    await sleep(20);
    seen.push("a1");
    throw new Error("a1 fails");
  });
  const [failed] = await Promise.allSettled([failing, mutex.run("a", work("a2", 0)), mutex.run("b", work("b1", 5))]);
  expect(seen).toEqual(["b1", "a1", "a2"]);
  expect(failed).toMatchObject({ status: "rejected" });
});

test("a semaphore runs as much at once as it has permits, first come, first served", async () => {
  const limit = createSemaphore(2);
  const seen: number[] = [];
  let [running, most] = [0, 0];
  const work = (name: number) => async () => {
    most = Math.max(most, ++running);
    seen.push(name);
    await sleep(1);
    running -= 1;
    if (name === 1) throw new Error("its permit is free again all the same");
  };
  await Promise.allSettled([1, 2, 3, 4, 5].map((name) => limit(work(name))));
  expect([most, seen]).toEqual([2, [1, 2, 3, 4, 5]]);
});
