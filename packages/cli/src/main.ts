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
    return watched(process.stdout, endQuietly);
  },
  get stderr() {
    return watched(process.stderr, goOn);
  },
};

// `tack list 2>&1 | head` closes the pipe early, which is not an error.
const endQuietly = (error: NodeJS.ErrnoException): never => process.exit(error.code === "EPIPE" ? 0 : 1);
/** The notes are lost then, but not the exit code. */
const goOn = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EPIPE") process.exit(1);
};

function watched<Stream extends NodeJS.WriteStream>(stream: Stream, onError: typeof goOn): Stream {
  return stream.listeners("error").includes(onError) ? stream : stream.on("error", onError);
}

void parse(machine, process.argv.slice(2), (exitCode) => {
  process.exitCode = exitCode;
});
