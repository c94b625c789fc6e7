import { openApi } from "../api/client.js";
import { asCalled } from "../called-as.js";
import { say, type Cli } from "../cli.js";
import { CliError } from "../errors.js";
import { paint } from "../paint.js";
import { readHealth, type Health } from "./status/show-status.js";

/** `tack` without arguments: shows the status and next steps. */
export async function showNextSteps(cli: Cli): Promise<void> {
  const api = openApi(cli);
  const colors = paint(cli);
  const health = await readHealth(api.server).catch((error: unknown) => {
    if (error instanceof CliError) return undefined;
    throw error;
  });
  say(cli, `${colors.bold("tack")}, the registry and flight recorder for coding agents\n`);
  say(cli, standing(api.server, health, api.isSignedIn));
  say(cli, `\n${colors.bold("Next")}`);
  const steps = stepsFor(health, api.isSignedIn).map(([command, what]) => [asCalled(cli, command), what] as const);
  const width = Math.max(...steps.map(([command]) => command.length)) + 2;
  for (const [command, what] of steps) say(cli, `  ${command.padEnd(width)}${colors.dim(what)}`);
  say(cli, `\n${asCalled(cli, "All commands: tack --help")}`);
}

function standing(server: string, health: Health | undefined, isSignedIn: boolean): string {
  if (!health) return `Could not reach ${server}.`;
  if (!health.initialized) return `${server} is ${health.status} and has no admin account yet.`;
  return `${server} is ${health.status}; you are ${isSignedIn ? "signed in" : "not signed in"}.`;
}

type Step = readonly [command: string, what: string];

function stepsFor(health: Health | undefined, isSignedIn: boolean): readonly Step[] {
  if (!health) {
    return [
      ["tack server start", "run a server on this machine"],
      ["tack login --server <url>", "use your team's server"],
    ];
  }
  if (!health.initialized) return [["tack login", "create the admin account"]];
  if (!isSignedIn) return [["tack login", "sign in"]];
  return [
    ["tack search <words>", "find something for your agent"],
    ["tack registry skill submit <folder>", "share a skill"],
    ["tack scan", "list what is installed on this machine"],
    ["tack doctor", "set up session recording"],
  ];
}
