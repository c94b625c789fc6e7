import type { Cli } from "../../cli.js";
import { configPath, normaliseServer, readConfig, updateConfig, type SavedConfig } from "../../config.js";
import { usageError } from "../../errors.js";
import { printDone, printThing } from "../../output.js";
import { listSettings } from "./list-settings.js";

const SECRETS = new Set(["access_token", "refresh_token", "api_key"]);

/** `tack config` */
export async function configValues(cli: Cli, name: string | undefined, value: string | undefined): Promise<void> {
  const saved = readConfig(cli);
  if (name === undefined) return printThing(cli, { file: configPath(cli), ...withoutSecrets(saved) });
  if (name === "list" && value === undefined) return listSettings(cli, saved);
  if (value === undefined) return printThing(cli, { [name]: withoutSecrets(saved)[name] ?? null });
  await updateConfig(cli, (current) => changed(current, name, value));
  printDone(cli, `Set ${name} to ${value}.`, { [name]: value });
}

function changed(saved: SavedConfig, name: string, value: string): SavedConfig {
  if (name === "timeout") {
    const seconds = Number(value);
    if (!(seconds > 0))
      throw usageError(
        `Invalid timeout "${value}".`,
        "Expected a positive number of seconds, such as: tack config timeout 60",
      );
    return { ...saved, timeout: seconds };
  }
  if (name === "server_url") {
    // Credentials belong to the server that issued them.
    const { timeout } = saved;
    const server = normaliseServer(value);
    if (server === saved.server_url) return saved;
    return { server_url: server, ...(timeout === undefined ? {} : { timeout }) };
  }
  throw usageError(`Cannot set ${name}.`, "Only server_url and timeout can be set. tack login saves the rest.");
}

function withoutSecrets(config: SavedConfig): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key, SECRETS.has(key) ? "**REDACTED**" : value]),
  );
}
