import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { recordedLog } from "../../test/quiet-log.js";
import { openBus } from "../platform/bus/index.js";
import { followChanges } from "./follow-changes.js";

test("a change is known here before the caller goes on, even while an older load is under way", async () => {
  const { log } = recordedLog();
  const bus = await openBus(null, log);
  let stored = 1;
  let known = 0;
  let loads = 0;
  let finishFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => (finishFirst = resolve));
  const following = followChanges({ bus, log }, async () => {
    const read = stored;
    loads += 1;
    if (loads === 1) await first;
    known = read;
  });
  const older = following.changed();
  await eventually(() => expect(loads).toBe(1));
  stored = 2;
  const newer = following.changed();
  finishFirst();
  await Promise.all([older, newer]);
  expect(known).toBe(2);
  following.close();
});

test("others hear of a change", async () => {
  const { log } = recordedLog();
  const bus = await openBus(null, log);
  let heard = 0;
  const one = followChanges({ bus, log }, async () => undefined);
  const other = followChanges({ bus, log }, async () => void (heard += 1));
  await one.changed();
  await eventually(() => expect(heard).toBe(1));
  one.close();
  other.close();
});

test("a load that fails is told once, and so is the first that succeeds again", async () => {
  const { log, lines } = recordedLog();
  const bus = await openBus(null, log);
  let isAway = true;
  const following = followChanges({ bus, log }, async () => {
    if (isAway) throw new Error("away");
  });
  await following.changed();
  await following.changed();
  isAway = false;
  await following.changed();
  following.close();
  expect(lines.map(({ msg }) => msg)).toEqual([
    "settings cannot be read; using the last known values until they can",
    "settings can be read again",
  ]);
});
