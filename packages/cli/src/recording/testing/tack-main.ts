// `tack` with only its sender and short intervals, for tests that need a process they can kill.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Cli } from "../../cli.js";
import { sendUnlessBusy } from "../send-unless-busy.js";
import { HURRIED } from "./hurried.js";

const home = process.env["HOME"] ?? "";
const { env, platform, stdin, stdout, stderr } = process;
const flags = { output: "table", color: false, debug: false } as const;
const cli: Cli = { env, cwd: home, home, platform, stdin, stdout, stderr, flags, operation: "send" };
appendFileSync(join(home, "senders"), `${process.pid}\n`);
void sendUnlessBusy(cli, { ...HURRIED, lingerMs: 400 });
