import type { Cli } from "../../cli.js";
import { configPath, packageServer, serverOf, timeoutMs, type SavedConfig } from "../../config.js";
import { runningServer } from "../../local-server.js";
import { printList } from "../../output.js";

interface Setting {
  readonly name: string;
  readonly value: string | number | null;
  /** Where it comes from: an option, an environment variable, a file, or the default. */
  readonly source: string;
}

const MASKED = "**REDACTED**";

/** `tack config list`: what commands use now, and why. */
export async function listSettings(cli: Cli, saved: SavedConfig): Promise<void> {
  const items = [
    { name: "server_url", value: serverOf(cli, saved), source: sourceOfServer(cli, saved) },
    { name: "timeout", value: timeoutMs(cli, saved) / 1000, source: sourceOfTimeout(cli, saved) },
    credentials(cli, saved),
    ...(["user_name", "username", "user_id", "web_url"] as const).flatMap((name): Setting[] =>
      saved[name] === undefined ? [] : [{ name, value: saved[name], source: configPath(cli) }],
    ),
    { name: "output", value: cli.flags.output, source: cli.flags.output === "json" ? "option" : "default" },
    ...["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS"].flatMap((name) => ofEnvironment(cli, name)),
  ];
  printList(
    cli,
    { items, total: items.length },
    [
      { title: "NAME", of: ({ name }) => name },
      { title: "VALUE", of: ({ value }) => value },
      { title: "SOURCE", of: ({ source }) => source },
    ],
    "",
  );
}

function sourceOfServer(cli: Cli, saved: SavedConfig): string {
  if (cli.flags.server !== undefined) return "option --server";
  if (cli.env["TACK_SERVER_URL"]) return "environment TACK_SERVER_URL";
  if (packageServer() !== undefined) return "the address given to npx";
  if (saved.server_url) return configPath(cli);
  return runningServer(cli) ? "tack server start" : "default";
}

function sourceOfTimeout(cli: Cli, saved: SavedConfig): string {
  if (cli.env["TACK_TIMEOUT"]) return "environment TACK_TIMEOUT";
  return saved.timeout === undefined ? "default" : configPath(cli);
}

/** Only whether there are credentials and where: their values never reach the screen. */
function credentials(cli: Cli, saved: SavedConfig): Setting {
  const names = ["TACK_TOKEN", "TACK_API_KEY", "TACK_ACCESS_TOKEN"].flatMap((name) => [name, `${name}_FILE`]);
  const variable = names.find((name) => cli.env[name]);
  if (variable !== undefined) return { name: "credentials", value: MASKED, source: `environment ${variable}` };
  const isSaved = (saved.access_token ?? saved.api_key) !== undefined && saved.server_url === serverOf(cli, saved);
  return { name: "credentials", value: isSaved ? MASKED : null, source: isSaved ? configPath(cli) : "not signed in" };
}

/** Addresses of proxies may contain a password. */
function ofEnvironment({ env }: Cli, name: string): Setting[] {
  const found = [name, name.toLowerCase()].find((each) => env[each]);
  if (found === undefined) return [];
  return [{ name, value: (env[found] ?? "").replace(/\/\/[^/@]*@/, `//${MASKED}@`), source: `environment ${found}` }];
}
