import { expect, test } from "vitest";
import { inTurns } from "./in-turns.js";

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
  seen.push(await inTurns(busy()));
  expect(seen).toEqual(["another's turn", "done"]);
});
