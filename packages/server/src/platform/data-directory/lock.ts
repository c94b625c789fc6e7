import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupError } from "../startup-error.js";

export interface DirectoryLock {
  release(): Promise<void>;
}

interface Holder {
  readonly pid: number | undefined;
  readonly holds: boolean;
}

interface Claim {
  readonly name: string;
  hold(): void;
  withdraw(): Promise<void>;
}

/** The kernel limits a socket path to 107 bytes (103 on macOS); a claim's own name takes up to 17 of them. */
const MAX_DIRECTORY_PATH_LENGTH = 80;
const ANSWER_LIMIT_MS = 2000;
const CLAIM_LIMIT_MS = 10_000;

/**
 * Neither PGlite nor a directory of keys has a lock of its own, and two processes on one directory lose data silently.
 * A listening socket is a claim that dies with its process, even after `kill -9`, and that can say who made it.
 *
 * Each starter listens on a socket of its own name and then looks at the others: if one holds the directory, it gives
 * way; if others are still claiming, the first by name waits for them and the rest withdraw and come again. Of two
 * starters, the one that looked last has seen the other. A dead one's socket has a name that nobody uses again, so
 * removing it can never remove a live claim.
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  const place = openPlace(dir);
  const deadline = performance.now() + CLAIM_LIMIT_MS;
  let claim = await makeClaim(place.path);
  for (;;) {
    const others = await findOthers(place.path, claim.name);
    const holder = [...others.values()].find(({ holds }) => holds);
    if (holder || performance.now() > deadline) {
      await claim.withdraw();
      place.cleanUp();
      throw inUse(dir, holder);
    }
    if (others.size === 0) {
      claim.hold();
      const { withdraw } = claim;
      return { release: () => withdraw().then(place.cleanUp) };
    }
    if ([...others.keys()].some((name) => name < claim.name)) {
      await claim.withdraw();
      await sleep(10 + Math.random() * 50);
      claim = await makeClaim(place.path);
    } else {
      await sleep(5);
    }
  }
}

function inUse(dir: string, holder: Holder | undefined): StartupError {
  const who = holder?.pid === undefined ? "another process" : `process ${holder.pid}`;
  return new StartupError(
    `The data directory ${dir} is in use by ${who}. Stop it first, or specify another directory with --data-dir.`,
  );
}

function openPlace(dir: string): { path: string; cleanUp: () => void } {
  const path = join(dir, "lock");
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (Buffer.byteLength(path) <= MAX_DIRECTORY_PATH_LENGTH) return { path, cleanUp: () => undefined };
  const short = mkdtempSync(join(tmpdir(), "tack-"));
  symlinkSync(path, join(short, "l"));
  return { path: join(short, "l"), cleanUp: () => rmSync(short, { recursive: true, force: true }) };
}

async function makeClaim(place: string): Promise<Claim> {
  const name = randomBytes(6).toString("hex");
  let holds = false;
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(JSON.stringify({ pid: process.pid, holds }));
  });
  // Others see the socket only once it listens: between bind and listen it would look dead to them.
  const draft = join(place, `new-${name}`);
  server.listen(draft);
  await once(server, "listening");
  server.unref();
  renameSync(draft, join(place, name));
  return {
    name,
    hold: () => (holds = true),
    withdraw: () => stop(server, join(place, name)),
  };
}

async function stop(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true });
  server.close();
  await once(server, "close");
}

async function findOthers(place: string, own: string): Promise<Map<string, Holder>> {
  const found = new Map<string, Holder>();
  for (const name of readdirSync(place)) {
    if (name === own || name.startsWith("new-")) continue;
    const holder = await ask(join(place, name));
    if (holder) found.set(name, holder);
    else rmSync(join(place, name), { force: true });
  }
  return found;
}

/** Who answers on the socket; undefined when its process is gone. */
function ask(path: string): Promise<Holder | undefined> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(path);
    // One that is too busy to answer is there all the same.
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", (failed) => {
      if (!failed) resolve(answer === "" ? { pid: undefined, holds: true } : (JSON.parse(answer) as Holder));
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve(undefined);
      else if (error.code === "ECONNRESET" || error.code === "EPIPE") resolve({ pid: undefined, holds: false });
      else reject(error);
    });
  });
}
