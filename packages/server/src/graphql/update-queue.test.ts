import { expect, test } from "vitest";
import { mapUpdates, openUpdateQueue, type QueueLimits } from "./update-queue.js";

interface Update {
  readonly of: string;
  readonly n: number;
}

function queueOf(limits?: QueueLimits) {
  let push: (update: Update) => void = () => undefined;
  const happened: string[] = [];
  const queue = openUpdateQueue<Update>({
    subscribe: (given) => {
      push = given;
      return () => void happened.push("unsubscribed");
    },
    kindOf: ({ of }) => of,
    onOverflow: () => void happened.push("overflow"),
    ...(limits ? { limits } : {}),
  });
  return { queue, happened, push: (of: string, n: number) => push({ of, n }) };
}

const take = async (queue: AsyncIterator<Update, undefined>, count: number): Promise<(number | undefined)[]> => {
  const taken: (number | undefined)[] = [];
  for (let at = 0; at < count; at++) taken.push((await queue.next()).value?.n);
  return taken;
};

test("hands over every update in order, also to whoever waited for it", async () => {
  const { queue, push } = queueOf();
  const first = queue.next();
  for (const n of [1, 2, 3]) push("a", n);
  expect((await first).value).toEqual({ of: "a", n: 1 });
  expect(await take(queue, 2)).toEqual([2, 3]);
});

test("under pressure keeps the newest of each kind only", async () => {
  const { queue, push, happened } = queueOf({ most: 5, collapseFrom: 2 });
  for (let n = 1; n <= 1000; n++) push(n % 2 ? "odd" : "even", n);
  expect(await take(queue, 4)).toEqual([1, 2, 999, 1000]);
  expect(happened).toEqual([]);
});

test("ends when more wait than may wait, and says so once", async () => {
  const { queue, push, happened } = queueOf({ most: 5, collapseFrom: 2 });
  for (let n = 1; n <= 10; n++) push(`kind ${n}`, n);
  expect(happened).toEqual(["unsubscribed", "overflow"]);
  expect(await queue.next()).toEqual({ done: true, value: undefined });
});

test("is ended from outside while someone waits, also through what is made of its updates", async () => {
  const { queue, happened } = queueOf();
  const mapped = mapUpdates(queue, ({ n }) => n);
  const waiting = mapped.next();
  await mapped.return();
  expect(await waiting).toEqual({ done: true, value: undefined });
  await mapped.return();
  expect(happened).toEqual(["unsubscribed"]);
});

test("passes over updates that become nothing", async () => {
  const { queue, push } = queueOf();
  const even = mapUpdates(queue, async (update) => (update.n % 2 === 0 ? update : undefined));
  for (const n of [1, 2, 3, 4]) push("a", n);
  expect(await take(even, 2)).toEqual([2, 4]);
});
