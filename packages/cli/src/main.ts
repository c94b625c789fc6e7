import { homedir } from "node:os";
import type { Machine } from "./cli.js";
import { parse } from "./program.js";

const machine: Machine = {
  env: process.env,
  cwd: process.cwd(),
  home: process.env["HOME"] || homedir(),
  platform: process.platform,
  // Node creates each stream on first access, which takes time, and help needs only one.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
};

// `tack list | head` closes the pipe early, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

void parse(machine, process.argv.slice(2), (exitCode) => {
  process.exitCode = exitCode;
});
