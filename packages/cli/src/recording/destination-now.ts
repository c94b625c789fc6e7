import { readFileSync } from "node:fs";
import { accountOfSecret, type Destination } from "./destination.js";

type Environment = Readonly<Record<string, string | undefined>>;

interface Saved {
  readonly server_url?: string;
  readonly user_id?: string;
  readonly api_key?: string;
  readonly access_token?: string;
}

/** The precedence of the contract: environment variables override saved values. */
const SECRETS = ["TACK_TOKEN", "TACK_API_KEY", "TACK_ACCESS_TOKEN"];

export interface SecretOfEnvironment {
  readonly name: string;
  readonly value: string;
}

export function secretOfEnvironment(env: Environment): SecretOfEnvironment | undefined {
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    const value = env[name] || (path ? readFileSync(path, "utf8").replace(/\r?\n$/, "") : "");
    if (value !== "") return { name, value };
  }
  return undefined;
}

export function sameServer(text: string): string {
  return text.trim().replace(/\/+$/, "");
}

/** The destination of an event recorded now; undefined when the user is not signed in. */
export function destinationNow(env: Environment, configPath: string): Destination | undefined {
  const saved = readSaved(configPath);
  const server = sameServer(env["TACK_SERVER_URL"] || saved.server_url || "");
  if (server === "") return undefined;
  const secret = secretOfEnvironment(env);
  if (secret) return { server, user: accountOfSecret(secret.value) };
  if (sameServer(saved.server_url ?? "") !== server) return undefined;
  return savedAccount(server, saved);
}

/** The account of the saved credentials. */
export function savedAccount(server: string, saved: Saved): Destination | undefined {
  if (saved.user_id) return { server, user: saved.user_id };
  const secret = saved.api_key ?? saved.access_token;
  return secret === undefined ? undefined : { server, user: accountOfSecret(secret) };
}

function readSaved(path: string): Saved {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
