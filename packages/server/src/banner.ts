import { isLoopback } from "@tackroom/contract";
import type { Config } from "./platform/config/index.js";
import { VERSION } from "./platform/version.js";

export const HELP = `Tackroom ${VERSION}: registry and flight recorder for coding agents.

Usage: npm start -- [options]
       npm start -- grant-role <email> user|reviewer|admin|super_admin
                          Changes the role of an account; stop the server first unless it uses DATABASE_URL.
       npm start -- unset-setting <key>
                          Resets a setting to its default, for example deployment.frontend_url when nobody can sign in.
       npm start -- backup <file>
       npm start -- restore <file>
                          Backs up the data directory to a file, or restores it; stop the server first.

  --role all|api|worker   Role of this process (ROLE, default all).
                            all     serves requests and runs background jobs
                            api     serves requests only
                            worker  runs background jobs and serves /health only
                          api and worker require DATABASE_URL and CLICKHOUSE_URL, and REDIS_URL for live updates.
  --port, -p <number>     Port to listen on (PORT, default 8000; 0 picks a free port).
  --host <address>        Address to listen on (HOST, default 127.0.0.1; 0.0.0.0 for all interfaces).
  --data-dir, -d <path>   Directory of the embedded databases and keys (DATA_DIR, default ./data).
  --print-config          Print all settings and their sources, and exit. Secrets are masked.
  --help, -h              Show this help.

All other settings are environment variables; see the README.`;

export interface StartInfo {
  readonly config: Pick<Config, "host" | "dataDir" | "role" | "frontendUrl" | "bootstrapToken">;
  readonly port: number;
  readonly engines: readonly string[];
  readonly needsAdmin: boolean;
  readonly seconds: number;
}

/** What an operator wants to know first; a log file gets it as fields, a terminal as the banner. */
export interface StartFacts {
  readonly summary: string;
  readonly address: string;
  readonly data_dir: string;
  readonly engines: string;
  /** How to create the first admin, while there is none. */
  readonly first_admin?: string;
  /** Why a stranger could become that admin. */
  readonly warning?: string;
}

export function describeStart({ config, port, engines, needsAdmin, seconds }: StartInfo): StartFacts {
  const host = ["127.0.0.1", "0.0.0.0", "::1", "::"].includes(config.host) ? "localhost" : config.host;
  const address = `http://${host}:${port}`;
  const role = config.role === "all" ? "" : `, role ${config.role}`;
  return {
    summary: `Tackroom ${VERSION} is ready (${seconds.toFixed(1)} s${role})`,
    address,
    data_dir: config.dataDir,
    engines: engines.join(", "),
    ...(needsAdmin ? { first_admin: bootstrapCommand(address, config.bootstrapToken !== null), ...risk(config) } : {}),
  };
}

/** A server with a public address has a proxy in front of it, most likely on the same machine. */
function risk({ frontendUrl, bootstrapToken }: StartInfo["config"]): Pick<StartFacts, "warning"> {
  if (bootstrapToken !== null || isLoopback(new URL(frontendUrl))) return {};
  return {
    warning: `There is no admin yet and BOOTSTRAP_TOKEN is not set. If a reverse proxy runs on this machine, anyone who can reach ${frontendUrl} can become the admin. Set BOOTSTRAP_TOKEN and restart, or create the admin now.`,
  };
}

export function banner(facts: StartFacts): string {
  return [
    facts.summary,
    `  Address  ${facts.address}  (API: ${facts.address}/docs)`,
    `  Data     ${facts.data_dir}`,
    `  Engines  ${facts.engines}`,
    ...(facts.first_admin
      ? ["  There is no admin yet. Create the first one from this machine:", `    ${facts.first_admin}`]
      : []),
    ...(facts.warning ? [`  WARNING  ${facts.warning}`] : []),
  ].join("\n");
}

function bootstrapCommand(address: string, needsToken: boolean): string {
  const token = needsToken ? ` -H "x-bootstrap-token: $BOOTSTRAP_TOKEN"` : "";
  return `curl -X POST ${address}/api/v1/auth/bootstrap${token} -H 'content-type: application/json' -d '{"email":"you@example.com"}'`;
}
