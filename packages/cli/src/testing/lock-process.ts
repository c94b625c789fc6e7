// A process that does with a lock what the test tells it: node lock-process.cjs <action> <path of the lock>
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { tryLock, withLock } from "../process-lock.js";

const [action = "", path = ""] = process.argv.slice(2);

async function increment(): Promise<void> {
  const counter = `${path}.counter`;
  for (let times = 0; times < 20; times += 1) {
    const addOne = async (): Promise<void> => {
      const before = Number(readFileSync(counter, "utf8"));
      await yieldToOthers();
      writeFileSync(counter, String(before + 1));
    };
    await withLock(path, addOne, { waitMs: 200_000, busy: "The test waits too long." });
  }
}

/** Keeps those that it takes, and names them. */
async function takeEachNamed(): Promise<void> {
  process.stdout.write("ready\n");
  for await (const line of createInterface(process.stdin)) {
    const taken = line.split(" ").filter((lock) => tryLock(lock) !== undefined);
    process.stdout.write(`${taken.join(" ")}\n`);
  }
}

async function hold(): Promise<void> {
  process.stdout.write(tryLock(path) ? "taken\n" : "held\n");
  for await (const _ of process.stdin);
}

/** Until it is killed, at whatever it is doing then. */
function takeOverAgainAndAgain(): void {
  for (let times = 0; ; times += 1) {
    if (!tryLock(path)) throw new Error(`Attempt ${times} found the lock held.`);
    utimesSync(path, 0, 0);
    if (times === 0) process.stdout.write("taken\n");
  }
}

const ACTIONS: Record<string, () => void | Promise<void>> = {
  hold,
  increment,
  "take-each-named": takeEachNamed,
  "take-over-again-and-again": takeOverAgainAndAgain,
};
await ACTIONS[action]?.();
