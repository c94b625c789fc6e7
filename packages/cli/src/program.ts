import { Command, CommanderError, Option, type Argument, type Help } from "commander";
import type { Cli, Machine } from "./cli.js";
import { registerAdmin } from "./commands/admin/register.js";
import { registerAgent } from "./commands/agent/register.js";
import { registerAlerts } from "./commands/alerts/register.js";
import { registerApi } from "./commands/api/register.js";
import { registerAuth } from "./commands/auth/register.js";
import { registerBudgets } from "./commands/budgets/register.js";
import { registerCost } from "./commands/cost/register.js";
import { registerDemo } from "./commands/demo/register.js";
import { registerDiscover } from "./commands/discover/register.js";
import { registerFeedback } from "./commands/feedback/register.js";
import { registerFeed } from "./commands/feed/register.js";
import { registerImport } from "./commands/import/register.js";
import { registerInbox } from "./commands/inbox/register.js";
import { registerLogs } from "./commands/logs/register.js";
import { registerMcp } from "./commands/mcp/register.js";
import { registerOpen } from "./commands/open/register.js";
import { registerPolicy } from "./commands/policy/register.js";
import { registerRecording } from "./commands/recording/register.js";
import { registerRegistry } from "./commands/registry/register.js";
import { registerReview } from "./commands/review/register.js";
import { registerCompletion } from "./commands/completion/register.js";
import { registerConfig } from "./commands/config/register.js";
import { registerSearch } from "./commands/search/register.js";
import { registerInstalled } from "./commands/installed/register.js";
import { registerOutdated } from "./commands/outdated/register.js";
import { registerScan } from "./commands/scan/register.js";
import { registerUninstall } from "./commands/uninstall/register.js";
import { registerVerify } from "./commands/verify/register.js";
import { registerSandbox } from "./commands/sandbox/register.js";
import { registerSelfUpdate } from "./commands/self-update/register.js";
import { registerServer } from "./commands/server/register.js";
import { registerSessions } from "./commands/sessions/register.js";
import { registerStatus } from "./commands/status/register.js";
import { registerTelemetry } from "./commands/telemetry/register.js";
import { registerTeam } from "./commands/team/register.js";
import { usageError } from "./errors.js";
import { createDoes, tell, type IsTyped } from "./run.js";
import { VERSION } from "./version.js";

const HELP: Partial<Help> = {
  showGlobalOptions: true,
  sortSubcommands: false,
  // In a terminal of 60 columns, the descriptions beside the longest command have 20.
  minWidthToWrap: 20,
  subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(" "),
};

/** As in the usage of its command; that there are options goes without saying. */
function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

/**
 * Defines the commands of `tack` with their names and options. The code of a command is loaded only when it runs. Groups that
 * are not among the arguments are registered by name only; without arguments, everything is registered.
 */
export function createProgram(machine: Machine, ended: (exitCode: number) => void, words?: readonly string[]): Command {
  const isTyped: IsTyped = (group) => words === undefined || words[0] === "__complete" || words.includes(group);
  const program = new Command("tack")
    .description("The registry and flight recorder for coding agents")
    .option("-v, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand(false)
    .option("--server <url>", "server URL")
    .addOption(new Option("-o, --output <format>", "output format").choices(["table", "json"]).default("table"))
    .option("--json", "same as --output json")
    .option("--no-color", "disable colors")
    .option("--debug", "show more details about errors")
    .configureHelp(HELP)
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void machine.stdout.write(text),
      // Reported by `parse`, in the requested format.
      writeErr: () => undefined,
    });
  const does = createDoes(machine, ended);
  // With an action, Commander would take an unknown command as an argument, and suggest none.
  if (typed(words ?? []).length === 0)
    program.action(does(async () => (await import("./commands/next-steps.js")).showNextSteps));
  registerAuth(program, does, isTyped);
  registerStatus(program, does);
  registerSearch(program, does);
  registerDiscover(program, does, isTyped);
  registerRegistry(program, does, isTyped);
  registerAgent(program, does, isTyped);
  registerReview(program, does, isTyped);
  registerInstalled(program, does);
  for (const register of [registerOutdated, registerVerify, registerUninstall, registerScan, registerImport])
    register(program, does);
  registerRecording(program, does);
  registerSessions(program, does, isTyped);
  registerCost(program, does);
  registerTelemetry(program, does, isTyped);
  registerAlerts(program, does, isTyped);
  registerTeam(program, does, isTyped);
  registerFeedback(program, does, isTyped);
  registerFeed(program, does, isTyped);
  registerBudgets(program, does, isTyped);
  registerInbox(program, does);
  registerAdmin(program, does, isTyped);
  registerPolicy(program, does, isTyped);
  registerSandbox(program, does, isTyped);
  registerServer(program, does, isTyped);
  registerLogs(program, does);
  registerMcp(program, does);
  registerOpen(program, does);
  registerApi(program, does);
  registerConfig(program, does);
  registerDemo(program, does);
  registerSelfUpdate(program, does);
  registerCompletion(program, does);
  return program;
}

/** Runs the typed command. Unknown arguments are the contract's `usage` error. */
export async function parse(
  machine: Machine,
  words: readonly string[],
  ended: (exitCode: number) => void,
): Promise<void> {
  const command = typed(words);
  // Of `tack` itself. After a command it is more likely meant for what the command is about, and must not end it in silence.
  const own = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  if (own.some((word) => /^(-v|--version(=.*)?)$/.test(word))) {
    if (command.length === 0) return void machine.stdout.write(`${VERSION}\n`);
    ended(
      tell(plainCli(machine, words), versionAfterCommand(commandIn(createProgram(machine, ended, words), command))),
    );
    return;
  }
  const program = createProgram(machine, ended, words);
  if (words[0] === "help") return help(machine, program, typed(words.slice(1)), ended);
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help also ends with an exception.
    if (error.exitCode === 0) return;
    ended(tell(plainCli(machine, words), usageOf(error, commandIn(program, typed(words)))));
  }
}

/** `tack help <command>`: the same as `tack <command> --help`. */
async function help(
  machine: Machine,
  program: Command,
  command: readonly string[],
  ended: (exitCode: number) => void,
): Promise<void> {
  const known = commandIn(program, command);
  // Without its last word, so that an unknown one is reported as such, with suggestions.
  const isKnown = known.length === command.length;
  await parse(machine, isKnown ? [...command, "--help"] : command.slice(0, known.length + 1), ended);
}

const versionAfterCommand = (command: readonly string[]): Error =>
  usageError(
    "--version prints the version of tack and takes no command.",
    `To name the version of an item, use --item-version <version>. See: ${["tack", ...command, "--help"].join(" ")}`,
  );

function usageOf(error: CommanderError, command: readonly string[]): Error {
  // Commander puts what may have been meant on a line of its own, in parentheses.
  const message = error.message.replace(/^error: /, "").replace(/\n\((Did you mean [^)]*)\)$/, ". $1");
  return usageError(
    `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?]$/.test(message) ? "" : "."}`,
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
    (word, at) =>
      /^(--json|--output=json|-o=?json)$/.test(word) || (/^(--output|-o)$/.test(word) && words[at + 1] === "json"),
  );
  const flags = { output: isJson ? ("json" as const) : ("table" as const), color: false, debug: false };
  return { ...machine, flags, operation: typed(words).join(" ") };
}
