import { Command, CommanderError, Option } from "commander";
import type { Cli, Machine } from "./cli.js";
import { registerAdmin } from "./commands/admin/register.js";
import { registerAgent } from "./commands/agent/register.js";
import { registerApi } from "./commands/api/register.js";
import { registerAuth } from "./commands/auth/register.js";
import { registerDemo } from "./commands/demo/register.js";
import { registerFeedback } from "./commands/feedback/register.js";
import { registerRecording } from "./commands/recording/register.js";
import { registerRegistry } from "./commands/registry/register.js";
import { registerReview } from "./commands/review/register.js";
import { registerCompletion } from "./commands/completion/register.js";
import { registerConfig } from "./commands/config/register.js";
import { registerSearch } from "./commands/search/register.js";
import { registerOutdated } from "./commands/outdated/register.js";
import { registerScan } from "./commands/scan/register.js";
import { registerUninstall } from "./commands/uninstall/register.js";
import { registerVerify } from "./commands/verify/register.js";
import { registerSandbox } from "./commands/sandbox/register.js";
import { registerServer } from "./commands/server/register.js";
import { registerStatus } from "./commands/status/register.js";
import { registerTeam } from "./commands/team/register.js";
import { usageError } from "./errors.js";
import { createDoes, tell } from "./run.js";
import { VERSION } from "./version.js";

/** Every command of `tack`: what they are called and take. What they do is loaded when one is typed. */
export function createProgram(machine: Machine, ended: (exitCode: number) => void): Command {
  const program = new Command("tack")
    .description("The registry and flight recorder for coding agents")
    .version(VERSION, "--version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand(false)
    .option("--server <url>", "address of the server")
    .addOption(new Option("-o, --output <format>", "how to print").choices(["table", "json"]).default("table"))
    .option("--no-color", "print without colours")
    .option("--debug", "tell more about an error")
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void machine.stdout.write(text),
      // Told by `parse`, in the form that was asked for.
      writeErr: () => undefined,
    });
  const does = createDoes(machine, ended);
  program.action(does(async () => (await import("./commands/next-steps.js")).showNextSteps));
  registerAuth(program, does);
  registerStatus(program, does);
  registerSearch(program, does);
  registerRegistry(program, does);
  registerAgent(program, does);
  registerReview(program, does);
  for (const register of [registerOutdated, registerVerify, registerUninstall, registerScan]) register(program, does);
  registerRecording(program, does);
  registerTeam(program, does);
  registerFeedback(program, does);
  registerAdmin(program, does);
  registerSandbox(program, does);
  registerServer(program, does);
  registerApi(program, does);
  registerConfig(program, does);
  registerDemo(program, does);
  registerCompletion(program, does);
  return program;
}

/** Runs what was typed. Words that no command understands are the contract's `usage`. */
export async function parse(
  machine: Machine,
  words: readonly string[],
  ended: (exitCode: number) => void,
): Promise<void> {
  try {
    await createProgram(machine, ended).parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end the same way.
    if (error.exitCode === 0) return;
    ended(tell(plainCli(machine, words), usageOf(error, words)));
  }
}

function usageOf(error: CommanderError, words: readonly string[]): Error {
  const message = error.message.replace(/^error: /, "");
  const typed = words.filter((word) => !word.startsWith("-")).slice(0, 2);
  return usageError(
    `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
    `See: tack ${[...typed, "--help"].join(" ")}`,
  );
}

/** Before the flags could be read, they are guessed: a script that asked for JSON gets its error in JSON. */
function plainCli(machine: Machine, words: readonly string[]): Cli {
  const isJson = words.some(
    (word, at) => /^(--output=json|-o=?json)$/.test(word) || (/^(--output|-o)$/.test(word) && words[at + 1] === "json"),
  );
  const flags = { output: isJson ? ("json" as const) : ("table" as const), color: false, debug: false };
  return { ...machine, flags, operation: words.filter((word) => !word.startsWith("-")).join(" ") };
}
