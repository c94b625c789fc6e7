import type { Config } from "./platform/config/index.js";
import { VERSION } from "./platform/version.js";

export const HELP = `Tackroom ${VERSION}: registry and flight recorder for coding agents.

Usage: npm start -- [options]
       npm start -- grant-role <email> user|reviewer|admin|super_admin
                          Gives an account a role, on this machine; stop the server first unless it uses DATABASE_URL.
       npm start -- unset-setting <key>
                          Gives a setting its default again, for example deployment.sso_only when nobody can sign in.
       npm start -- backup <file>
       npm start -- restore <file>
                          The data directory as one file, and back; stop the server first.

  --role all|api|worker   What this process does (ROLE, default all).
                            all     answers requests and runs background jobs
                            api     answers requests only
                            worker  runs background jobs only, and answers /health
                          api and worker need DATABASE_URL and CLICKHOUSE_URL, and REDIS_URL for live updates.
  --port, -p <number>     Port to listen on (PORT, default 8000; 0 takes a free one).
  --host <address>        Address to listen on (HOST, default 127.0.0.1; 0.0.0.0 for all).
  --data-dir, -d <path>   Where the embedded stores and the keys live (DATA_DIR, default ./data).
  --print-config          Show every setting, where it comes from, and exit. Secrets are masked.
  --help, -h              Show this.

Every other setting is an environment variable; the README lists them.`;

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

const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** A server with a public address has a proxy in front of it, most likely on the same machine. */
function risk({ frontendUrl, bootstrapToken }: StartInfo["config"]): Pick<StartFacts, "warning"> {
  if (bootstrapToken !== null || LOOPBACK_HOST.test(new URL(frontendUrl).hostname)) return {};
  return {
    warning: `No admin yet, and no BOOTSTRAP_TOKEN: through a reverse proxy on this machine anyone who reaches ${frontendUrl} could become the admin. Set BOOTSTRAP_TOKEN and restart, or create the admin now.`,
  };
}

export function banner(facts: StartFacts): string {
  return [
    facts.summary,
    `  Address  ${facts.address}  (API: ${facts.address}/docs)`,
    `  Data     ${facts.data_dir}`,
    `  Engines  ${facts.engines}`,
    ...(facts.first_admin
      ? ["  No admin yet. Create the first one from this machine:", `    ${facts.first_admin}`]
      : []),
    ...(facts.warning ? [`  WARNING  ${facts.warning}`] : []),
  ].join("\n");
}

function bootstrapCommand(address: string, needsToken: boolean): string {
  const token = needsToken ? ` -H "x-bootstrap-token: $BOOTSTRAP_TOKEN"` : "";
  return `curl -X POST ${address}/api/v1/auth/bootstrap${token} -H 'content-type: application/json' -d '{"email":"you@example.com"}'`;
}
