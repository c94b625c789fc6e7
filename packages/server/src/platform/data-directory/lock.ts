import { linkSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartupError } from "../startup-error.js";

export interface DirectoryLock {
  release(): Promise<void>;
}

/** The kernel limits a socket path to 107 bytes (103 on macOS). */
const LONGEST_SOCKET_PATH = 100;
const ANSWER_LIMIT_MS = 2000;

/**
 * Neither PGlite nor a directory of keys has a lock of its own, and two processes on one directory lose data silently.
 * A listening socket is a lock that dies with its holder, even after `kill -9`, and can say who holds it.
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  const address = socketAddress(dir);
  for (let attempt = 0; attempt < 10; attempt++) {
    const server = await listen(address.path);
    if (server) return { release: () => release(server, address.cleanUp) };
    const holder = await askHolder(address.path);
    if (holder || (await setAside(address.path)) === "alive") {
      address.cleanUp();
      throw new StartupError(
        `The data directory ${dir} is in use by ${holder ?? "another process"}. ` +
          "Stop that one first, or choose another directory with --data-dir.",
      );
    }
  }
  address.cleanUp();
  throw new StartupError(`The lock of the data directory ${dir} cannot be taken. Remove ${join(dir, "lock")} by hand.`);
}

function socketAddress(dir: string): { path: string; cleanUp: () => void } {
  const path = join(dir, "lock");
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return { path, cleanUp: () => undefined };
  const short = mkdtempSync(join(tmpdir(), "tack-"));
  symlinkSync(dir, join(short, "d"));
  return { path: join(short, "d", "lock"), cleanUp: () => rmSync(short, { recursive: true, force: true }) };
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.end(String(process.pid));
    });
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Who answers on the socket, as words for a person; undefined when nobody does. */
function askHolder(path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(path);
    // A holder that is too busy to say its pid still holds the directory.
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", (failed) => failed || resolve(answer === "" ? "another process" : `process ${answer}`));
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve(undefined);
      else reject(error);
    });
  });
}

/**
 * Removes a dead holder's socket. Two starters can both have found it dead, and the slower one must not remove the
 * socket that the faster one has made since: so it is moved, which only one of them can do, asked again, and put back
 * if it turns out to be alive.
 */
async function setAside(path: string): Promise<"alive" | "removed"> {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "removed";
    throw error;
  }
  const alive = await askHolder(aside);
  if (alive) linkSync(aside, path);
  rmSync(aside, { force: true });
  return alive ? "alive" : "removed";
}

function release(server: Server, cleanUp: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      cleanUp();
      resolve();
    });
  });
}
