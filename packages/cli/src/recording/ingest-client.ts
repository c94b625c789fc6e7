import { routeOf } from "@tackroom/contract/route";
import { isExpiring, refreshSaved } from "../api/credentials.js";
import { packBody } from "../api/packed-body.js";
import { tokenExchange } from "../api/token-exchange.js";
import { sendHttp, type HttpAnswer } from "../api/transport.js";
import type { Cli } from "../cli.js";
import { readConfig, type SavedConfig } from "../config.js";
import { VERSION } from "../version.js";
import { accountOfSecret, type Destination } from "./destination.js";
import { sameServer, savedAccount, secretOfEnvironment } from "./destination-now.js";
import type { SessionKey } from "./session-states.js";

const POST_LIMIT_MS = 10_000;
const CHECKPOINT_LIMIT_MS = 5_000;

/** The server as seen by the sender. Throws when there is no response. */
export interface IngestClient {
  /** Whether the machine is currently signed in with the account that the data was recorded for. */
  canReach(destination: Destination): boolean;
  ingest(destination: Destination, body: object): Promise<HttpAnswer>;
  hookEvent(destination: Destination, body: object): Promise<HttpAnswer>;
  checkpoint(key: SessionKey): Promise<HttpAnswer>;
}

interface Identity {
  readonly headers: Readonly<Record<string, string>>;
  /** Set if the token can be renewed. */
  readonly accessToken?: string;
}

/** Uses only the account that an event was recorded for. A key is preferred over a token, because it lasts longer. */
function identityFor(cli: Cli, { server, user }: Destination): Identity | undefined {
  let saved: SavedConfig;
  try {
    saved = readConfig(cli);
  } catch {
    // The file is being written or fixed: retry later.
    saved = {};
  }
  const savedServer = sameServer(saved.server_url ?? "");
  const secret = secretOfEnvironment(cli.env);
  if (secret && accountOfSecret(secret.value) === user) {
    if (sameServer(cli.env["TACK_SERVER_URL"] || savedServer) !== server) return undefined;
    return { headers: secret.name === "TACK_API_KEY" ? withKey(secret.value) : withToken(secret.value) };
  }
  if (savedServer !== server || savedAccount(server, saved)?.user !== user) return undefined;
  if (saved.api_key !== undefined) return { headers: withKey(saved.api_key) };
  if (saved.access_token === undefined) return undefined;
  return { headers: withToken(saved.access_token), accessToken: saved.access_token };
}

const withKey = (key: string): Record<string, string> => ({ "x-api-key": key });
const withToken = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

interface Wanted {
  readonly call: "ingestSession" | "postHookEvent" | "getSessionCheckpoint";
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly timeoutMs: number;
}

const SIGNED_OUT: HttpAnswer = { status: 401, headers: {}, bytes: Buffer.alloc(0), text: "" };

function once(destination: Destination, identity: Identity, wanted: Wanted): Promise<HttpAnswer> {
  const { method, path } = routeOf(wanted.call);
  const url = new URL(destination.server + path);
  for (const [name, value] of Object.entries(wanted.query ?? {})) url.searchParams.set(name, value);
  const packed = wanted.body && packBody(JSON.stringify(wanted.body));
  const headers = { ...identity.headers, ...packed?.headers, "x-tackroom-cli-version": VERSION };
  return sendHttp({ method, url, headers, body: packed?.body, timeoutMs: wanted.timeoutMs });
}

export function createIngestClient(cli: Cli): IngestClient {
  /** Read again afterwards: if someone else has signed in meanwhile, their token would be the wrong one. */
  const renewed = async (destination: Destination, used: string): Promise<Identity | undefined> => {
    await refreshSaved(cli, used, tokenExchange(destination.server, POST_LIMIT_MS));
    const identity = identityFor(cli, destination);
    return identity?.accessToken === used ? undefined : identity;
  };
  const send = async (destination: Destination, wanted: Wanted): Promise<HttpAnswer> => {
    let identity = identityFor(cli, destination);
    if (identity?.accessToken !== undefined && isExpiring(identity.accessToken)) {
      identity = (await renewed(destination, identity.accessToken)) ?? identity;
    }
    if (!identity) return SIGNED_OUT;
    const answer = await once(destination, identity, wanted);
    if (answer.status !== 401 || identity.accessToken === undefined) return answer;
    const fresh = await renewed(destination, identity.accessToken);
    return fresh ? once(destination, fresh, wanted) : answer;
  };
  return {
    canReach: (destination) => identityFor(cli, destination) !== undefined,
    ingest: (to, body) => send(to, { call: "ingestSession", body, timeoutMs: POST_LIMIT_MS }),
    hookEvent: (to, body) => send(to, { call: "postHookEvent", body, timeoutMs: POST_LIMIT_MS }),
    checkpoint: (key) => {
      const { session, harness, project } = key;
      const query = { session_id: session, harness, project };
      return send(key, { call: "getSessionCheckpoint", query, timeoutMs: CHECKPOINT_LIMIT_MS });
    },
  };
}
