import { expect, test } from "vitest";
import { createRoom } from "./room.js";
import { pauseAfter, WRITER_LIMITS } from "./writer-limits.js";

test("lets callers in, first come first served, as room is given back", async () => {
  const room = createRoom(10, 10_000);
  const entered: string[] = [];
  await room.take(8);
  const waiting = [room.take(6).then(() => entered.push("large")), room.take(1).then(() => entered.push("small"))];
  await Promise.resolve();
  expect(entered).toEqual([]);
  room.give(8);
  await Promise.all(waiting);
  expect(entered).toEqual(["large", "small"]);
});

test("refuses whoever waits too long, and then serves those behind", async () => {
  const room = createRoom(10, 20);
  await room.take(9);
  const large = room.take(5);
  const small = room.take(1);
  await expect(large).rejects.toMatchObject({ code: "unavailable", retryAfterSeconds: 5 });
  await expect(small).resolves.toBeUndefined();
});

test("grants a share larger than the room once the room is empty", async () => {
  const room = createRoom(10, 10_000);
  await room.take(1);
  const huge = room.take(50);
  room.give(1);
  await expect(huge).resolves.toBeUndefined();
});

test.each([
  [1, 288],
  [25, 150],
  [200, 33],
  [1000, 0],
])("after an insert of %i rows pauses %i ms", (rows, ms) => {
  expect(Math.round(pauseAfter(rows, WRITER_LIMITS))).toBe(ms);
});
