import { join } from "node:path";
import type { Cli } from "../cli.js";
import { readConfig, secretVariable, updateConfig, type SavedConfig } from "../config.js";
import { withLock } from "../process-lock.js";
import { makeTackDirectory } from "../tack-directory.js";

/** The authorization header, and whether its token can be renewed. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly refreshToken: string | undefined;
  readonly accessToken: string | undefined;
}

const NONE: Credentials = { headers: {}, refreshToken: undefined, accessToken: undefined };

const bearer = (token: string): Credentials => ({
  headers: { authorization: `Bearer ${token}` },
  refreshToken: undefined,
  accessToken: undefined,
});
const apiKey = (key: string): Credentials => ({ ...NONE, headers: { "x-api-key": key } });

/** Environment variables take precedence over saved credentials, which are sent only to the server they were saved for. */
export function credentialsFor(cli: Cli, server: string, saved: SavedConfig): Credentials {
  const token = secretVariable(cli, "TACK_TOKEN");
  if (token !== undefined) return bearer(token);
  const key = secretVariable(cli, "TACK_API_KEY");
  if (key !== undefined) return apiKey(key);
  const accessToken = secretVariable(cli, "TACK_ACCESS_TOKEN");
  if (accessToken !== undefined) return bearer(accessToken);
  if (saved.server_url !== server) return NONE;
  if (saved.access_token !== undefined) {
    return { ...bearer(saved.access_token), accessToken: saved.access_token, refreshToken: saved.refresh_token };
  }
  return saved.api_key === undefined ? NONE : apiKey(saved.api_key);
}

const REFRESH_BEFORE_END_MS = 30_000;
const LOCK_WAIT_MS = 30_000;

/** Whether a token is about to expire. One without an expiry is used until the server rejects it. */
export function isExpiring(accessToken: string, now = Date.now()): boolean {
  const end = expiryOf(accessToken);
  return end !== undefined && end.getTime() - now < REFRESH_BEFORE_END_MS;
}

/** Until when a token is valid, as it says itself. */
export function expiryOf(accessToken: string): Date | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
    const end = typeof payload === "object" && payload !== null && "exp" in payload ? Number(payload.exp) : NaN;
    return Number.isFinite(end) ? new Date(end * 1000) : undefined;
  } catch {
    return undefined;
  }
}

export interface NewTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
}

/**
 * A refresh token can be used only once, so concurrent commands take turns, and the second one uses what the first one saved.
 * Undefined when the session has ended, or when the user has signed out or in again during the exchange.
 */
export async function refreshSaved(
  cli: Cli,
  used: string,
  exchange: (refreshToken: string) => Promise<NewTokens | undefined>,
): Promise<string | undefined> {
  const refresh = async (): Promise<string | undefined> => {
    const saved = readConfig(cli);
    if (saved.access_token !== undefined && saved.access_token !== used) return saved.access_token;
    if (saved.refresh_token === undefined) return undefined;
    const tokens = await exchange(saved.refresh_token);
    if (!tokens) return undefined;
    const { access_token, refresh_token = saved.refresh_token } = tokens;
    const config = await updateConfig(cli, (now) =>
      now.refresh_token === saved.refresh_token ? { ...now, access_token, refresh_token } : now,
    );
    return config.access_token === access_token ? access_token : undefined;
  };
  const lock = join(makeTackDirectory(cli), "refresh.lock");
  return withLock(lock, refresh, { waitMs: LOCK_WAIT_MS, busy: "Another tack command is already signing in." });
}
