import type { Cli } from "../../cli.js";
import { configPath, normaliseServer, readConfig, saveConfig, type SavedConfig } from "../../config.js";
import { usageError } from "../../errors.js";
import { printDone, printThing } from "../../output.js";

const SECRETS = new Set(["access_token", "refresh_token", "api_key"]);

/** `tack config` */
export async function configValues(cli: Cli, name: string | undefined, value: string | undefined): Promise<void> {
  const saved = readConfig(cli);
  if (name === undefined) return printThing(cli, { file: configPath(cli), ...withoutSecrets(saved) });
  if (value === undefined) return printThing(cli, { [name]: withoutSecrets(saved)[name] ?? null });
  saveConfig(cli, changed(saved, name, value));
  printDone(cli, `${name} is ${value} now.`, { [name]: value });
}

function changed(saved: SavedConfig, name: string, value: string): SavedConfig {
  if (name === "timeout") {
    const seconds = Number(value);
    if (!(seconds > 0)) throw usageError(`${value} is no number of seconds.`, "Give one like: tack config timeout 60");
    return { ...saved, timeout: seconds };
  }
  if (name === "server_url") {
    // Credentials belong to the server that gave them.
    const { timeout } = saved;
    const server = normaliseServer(value);
    if (server === saved.server_url) return saved;
    return { server_url: server, ...(timeout === undefined ? {} : { timeout }) };
  }
  throw usageError(`${name} cannot be set here.`, "Set server_url or timeout; the rest comes with tack login.");
}

function withoutSecrets(config: SavedConfig): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, SECRETS.has(key) ? "**REDACTED**" : value]),
  );
}
