import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import type { Cli } from "../../cli.js";

export interface TemporaryMachine extends Disposable {
  readonly cli: Cli;
  /** All output so far. */
  printed(): { readonly out: string; readonly err: string };
  /** Writes files: `~/…` to the home folder, others to the project. */
  write(files: Readonly<Record<string, string>>): void;
  /** The absolute path of a file for `write`. */
  at(path: string): string;
}

type Given = Partial<Pick<Cli, "env" | "platform">> & { readonly flags?: Partial<Cli["flags"]> };

/** A separate machine with a home folder and a project, without a terminal. */
export function temporaryMachine(given: Given = {}): TemporaryMachine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tack-machine-")));
  const [home, cwd] = [join(root, "home"), join(root, "project")];
  for (const folder of [home, cwd]) mkdirSync(folder);
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const texts = { out: "", err: "" };
  stdout.on("data", (chunk: Buffer) => (texts.out += chunk.toString()));
  stderr.on("data", (chunk: Buffer) => (texts.err += chunk.toString()));
  const at = (path: string): string => (path.startsWith("~/") ? join(home, path.slice(2)) : join(cwd, path));
  const flags = { output: "table", color: false, debug: false, ...given.flags } as const;
  return {
    cli: {
      env: given.env ?? {},
      platform: given.platform ?? "linux",
      cwd,
      home,
      stdin,
      stdout,
      stderr,
      flags,
      operation: "scan",
    },
    printed: () => ({ ...texts }),
    at,
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(at(path)), { recursive: true });
        writeFileSync(at(path), content);
      }
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
