import type { SessionOutline } from "@tackroom/contract";
import { expect, test } from "vitest";
import { openRecentOutlines } from "./recent-outlines.js";

const outline = {} as SessionOutline;

test("an outline is made once for each state of its session, and longer reused where it took long", async () => {
  let now = 0;
  let made = 0;
  const recent = openRecentOutlines(() => now);
  const get = (revision: number, { takes = 0, basis = "" } = {}): Promise<SessionOutline> =>
    recent.get("s", { revision, basis }, async () => {
      made += 1;
      now += takes;
      return outline;
    });
  await Promise.all([get(1), get(1)]);
  expect(made).toBe(1);
  await get(2, { takes: 3000 });
  expect(made).toBe(2);
  now += 20_000;
  await get(3);
  expect(made).toBe(2);
  now += 20_000;
  await get(3);
  expect(made).toBe(3);
});

test("an outline is not reused once a part of its session was purged", async () => {
  let now = 0;
  const recent = openRecentOutlines(() => now);
  const get = (basis: string, found: SessionOutline): Promise<SessionOutline> =>
    recent.get("s", { revision: 1, basis }, async () => {
      now += 3000;
      return found;
    });
  await get("0", outline);
  const rest = {} as SessionOutline;
  expect(await get("100", rest)).toBe(rest);
});

test("a failure is not kept", async () => {
  const recent = openRecentOutlines(() => 0);
  await expect(
    recent.get("s", { revision: 1, basis: "" }, async () => Promise.reject(new Error("down"))),
  ).rejects.toThrow("down");
  expect(await recent.get("s", { revision: 1, basis: "" }, async () => outline)).toBe(outline);
});
