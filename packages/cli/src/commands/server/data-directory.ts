import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import type { Machine } from "../../cli.js";

export interface DataOptions {
  readonly dataDir?: string;
}

export const dataDirectoryOf = ({ env, cwd }: Machine, { dataDir }: DataOptions): string =>
  resolve(cwd, dataDir ?? (env["DATA_DIR"] || "data"));

/** The process that uses a data directory: a running server listens on a socket in it, which disappears when it exits. */
export async function holderOf(directory: string): Promise<number | undefined> {
  let names: string[];
  try {
    names = readdirSync(join(directory, "lock"));
  } catch {
    return undefined;
  }
  for (const name of names) {
    const pid = await ask(join(directory, "lock", name));
    if (pid !== undefined) return pid;
  }
  return undefined;
}

const ANSWER_LIMIT_MS = 2000;

function ask(path: string): Promise<number | undefined> {
  return new Promise((done) => {
    let text = "";
    const socket = connect(path);
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy());
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("error", () => done(undefined));
    socket.on("close", () => {
      const pid = /"pid":(\d+)/.exec(text)?.[1];
      done(pid === undefined || !text.includes('"holds":true') ? undefined : Number(pid));
    });
  });
}
