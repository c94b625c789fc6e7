import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serverOfPackage } from "./called-as.js";
import type { Cli, Machine } from "./cli.js";
import { CliError } from "./errors.js";
import { withLock } from "./process-lock.js";
import { parseServerAddress } from "./server-address.js";
import { runningServer } from "./local-server.js";
import { makeTackDirectory, tackDirectory } from "./tack-directory.js";
import { writeFileAtomically } from "./write-file.js";

const DEFAULT_SERVER = "http://localhost:8000";
const DEFAULT_TIMEOUT_SECONDS = 30;

/** `~/.tackroom/config.json`, with the member names of the contract. */
export interface SavedConfig {
  readonly server_url?: string;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly api_key?: string;
  readonly user_id?: string;
  readonly user_name?: string;
  readonly username?: string;
  readonly web_url?: string;
  readonly timeout?: number;
}

export const configPath = (machine: Pick<Machine, "home">): string => join(tackDirectory(machine), "config.json");

export function readConfig(machine: Pick<Machine, "home">): SavedConfig {
  const path = configPath(machine);
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("not an object");
    return value;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new CliError("validation", `Cannot read ${path} (${error instanceof Error ? error.message : ""}).`, {
      resource: path,
      remediation: "Fix or delete it, then run: tack login",
      cause: error,
    });
  }
}

export function saveConfig(machine: Pick<Machine, "home">, config: SavedConfig): void {
  makeTackDirectory(machine);
  writeFileAtomically(configPath(machine), `${JSON.stringify(config, null, 2)}\n`, 0o600);
}

const LOCK_WAIT_MS = 30_000;

/**
 * Changes what is saved. Commands and the background sender take turns, so that none writes back what another has just replaced,
 * such as the tokens of an account that has been signed out meanwhile.
 */
export async function updateConfig(
  machine: Pick<Machine, "home">,
  change: (saved: SavedConfig) => SavedConfig,
): Promise<SavedConfig> {
  const lock = join(makeTackDirectory(machine), "config.lock");
  const update = (): SavedConfig => {
    const config = change(readConfig(machine));
    saveConfig(machine, config);
    return config;
  };
  return withLock(lock, update, { waitMs: LOCK_WAIT_MS, busy: "Another tack command is changing the configuration." });
}

/** Removes trailing slashes, so that addresses can be compared. */
export function normaliseServer(text: string): string {
  const url = parseServerAddress(text);
  if (!url) {
    throw new CliError("usage", `Invalid server address "${text}".`, {
      remediation: `Expected an address such as ${DEFAULT_SERVER} or registry.example.com`,
    });
  }
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new CliError("usage", `Invalid server address "${text}".`, {
      remediation: "Expected http:// or https:// and a host, without credentials, query or fragment.",
    });
  }
  return url.href.replace(/\/+$/, "");
}

/** The option, the environment variable, where npx fetched this from, the server of the sign-in, the one started here, or the default. */
export function serverOf(cli: Cli, saved: SavedConfig = readConfig(cli)): string {
  return normaliseServer(
    cli.flags.server ??
      (cli.env["TACK_SERVER_URL"] ||
        packageServer() ||
        saved.server_url ||
        runningServer(cli)?.address ||
        DEFAULT_SERVER),
  );
}

export const packageServer = (): string | undefined => serverOfPackage(process.argv[1] ?? "");

export function timeoutMs({ env }: Machine, saved: SavedConfig): number {
  const text = env["TACK_TIMEOUT"];
  const seconds = text ? Number(text) : (saved.timeout ?? DEFAULT_TIMEOUT_SECONDS);
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1000;
  throw new CliError("usage", `Invalid TACK_TIMEOUT "${text}".`, {
    remediation: "Set it to a positive number of seconds, or unset it.",
  });
}

/** A secret from an environment variable or from the file named by `<name>_FILE`. Setting both is an error. */
export function secretVariable({ env }: Pick<Machine, "env">, name: string): string | undefined {
  const [value, path] = [env[name] || undefined, env[`${name}_FILE`] || undefined];
  if (value !== undefined && path !== undefined) {
    throw new CliError("usage", `${name} and ${name}_FILE are both set.`, { remediation: "Unset one of them." });
  }
  if (path === undefined) return value;
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw new CliError("usage", `Cannot read ${path}, set by ${name}_FILE.`, {
      remediation: `Fix ${name}_FILE, or unset it.`,
      cause: error,
    });
  }
}
