import { Command, CommanderError, Option } from "commander";
import type { Cli, Machine } from "./cli.js";
import { registerAdmin } from "./commands/admin/register.js";
import { registerAgent } from "./commands/agent/register.js";
import { registerApi } from "./commands/api/register.js";
import { registerAuth } from "./commands/auth/register.js";
import { registerDemo } from "./commands/demo/register.js";
import { registerDiscover } from "./commands/discover/register.js";
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
import { createDoes, tell, type IsTyped } from "./run.js";
import { VERSION } from "./version.js";

/**
 * Defines the commands of `tack` with their names and options. The code of a command is loaded only when it runs. Groups that
 * are not among the arguments are registered by name only; without arguments, everything is registered.
 */
export function createProgram(machine: Machine, ended: (exitCode: number) => void, words?: readonly string[]): Command {
  const isTyped: IsTyped = (group) => words === undefined || words[0] === "__complete" || words.includes(group);
  const program = new Command("tack")
    .description("The registry and flight recorder for coding agents")
    .version(VERSION, "--version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand(false)
    .option("--server <url>", "server URL")
    .addOption(new Option("-o, --output <format>", "output format").choices(["table", "json"]).default("table"))
    .option("--no-color", "disable colors")
    .option("--debug", "show more details about errors")
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void machine.stdout.write(text),
      // Reported by `parse`, in the requested format.
      writeErr: () => undefined,
    });
  const does = createDoes(machine, ended);
  program.action(does(async () => (await import("./commands/next-steps.js")).showNextSteps));
  registerAuth(program, does, isTyped);
  registerStatus(program, does);
  registerSearch(program, does);
  registerDiscover(program, does, isTyped);
  registerRegistry(program, does, isTyped);
  registerAgent(program, does, isTyped);
  registerReview(program, does, isTyped);
  for (const register of [registerOutdated, registerVerify, registerUninstall, registerScan]) register(program, does);
  registerRecording(program, does);
  registerTeam(program, does, isTyped);
  registerFeedback(program, does, isTyped);
  registerAdmin(program, does, isTyped);
  registerSandbox(program, does, isTyped);
  registerServer(program, does, isTyped);
  registerApi(program, does);
  registerConfig(program, does);
  registerDemo(program, does);
  registerCompletion(program, does);
  return program;
}

/** Runs the typed command. Unknown arguments are the contract's `usage` error. */
export async function parse(
  machine: Machine,
  words: readonly string[],
  ended: (exitCode: number) => void,
): Promise<void> {
  const program = createProgram(machine, ended, words);
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version also end with an exception.
    if (error.exitCode === 0) return;
    ended(tell(plainCli(machine, words), usageOf(error, commandIn(program, typed(words)), typed(words))));
  }
}

function usageOf(error: CommanderError, command: readonly string[], [first]: readonly string[]): Error {
  // `tack` itself has an action, so Commander reports an unknown command as an excess argument.
  const isUnknown = command.length === 0 && error.code === "commander.excessArguments";
  const message = isUnknown ? `unknown command '${first}'` : error.message.replace(/^error: /, "");
  return usageError(
    `${message.charAt(0).toUpperCase()}${message.slice(1)}`,
    `See: ${["tack", ...command, "--help"].join(" ")}`,
  );
}

/** The leading arguments that name an existing command. */
function commandIn(program: Command, [first, ...others]: readonly string[]): string[] {
  const next = program.commands.find((command) => command.name() === first);
  return next === undefined ? [] : [next.name(), ...commandIn(next, others)];
}

/** Without options, and without the values of global options. */
const typed = (words: readonly string[]): string[] =>
  words.filter((word, at) => !word.startsWith("-") && !/^(-o|--output|--server)$/.test(words[at - 1] ?? ""));

/** Used before the options are parsed: a script that requested JSON gets its error in JSON. */
function plainCli(machine: Machine, words: readonly string[]): Cli {
  const isJson = words.some(
    (word, at) => /^(--output=json|-o=?json)$/.test(word) || (/^(--output|-o)$/.test(word) && words[at + 1] === "json"),
  );
  const flags = { output: isJson ? ("json" as const) : ("table" as const), color: false, debug: false };
  return { ...machine, flags, operation: typed(words).join(" ") };
}
