import { setTimeout as sleep } from "node:timers/promises";
import type { Cli } from "../cli.js";
import { readConfig, serverOf, timeoutMs } from "../config.js";
import { CliError } from "../errors.js";
import { VERSION } from "../version.js";
import { credentialsFor, isExpiring, refreshSaved, type Credentials } from "./credentials.js";
import { failureOf } from "./failures.js";
import { packBody } from "./packed-body.js";
import { noticeNewerTack } from "./newer-tack.js";
import { tokenExchange } from "./token-exchange.js";
import { sendHttp, type HttpAnswer } from "./transport.js";

export interface ApiOptions {
  /** A server other than the saved one. Saved credentials are never sent to it. */
  readonly server?: string;
  /** For calls that sign in. */
  readonly anonymous?: boolean;
  /** Credentials of a user other than the signed-in one. */
  readonly token?: string;
}

export interface RawRequest {
  readonly method: string;
  /** The full path, percent-encoded: `/api/v1/mcps`. */
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** JSON. */
  readonly body?: string | undefined;
  /** Takes the body of a success, which may be too large to be kept. */
  readonly sink?: (piece: Uint8Array) => void;
  /** Beside those that every request has, or instead of them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes nothing although it is not a GET, so it may be sent again. */
  readonly readsOnly?: boolean;
  /** Whether a response with another status than success is what was asked for. */
  readonly isAnswer?: (answer: HttpAnswer) => boolean;
}

/** A server with the credentials to call it, which are renewed when they expire. */
export interface Connection {
  readonly server: string;
  readonly isSignedIn: boolean;
  /** Resolves with any successful response. */
  request(request: RawRequest): Promise<HttpAnswer>;
}

const ANONYMOUS: Credentials = { headers: {}, refreshToken: undefined, accessToken: undefined };

export function openConnection(cli: Cli, options: ApiOptions): Connection {
  const saved = readConfig(cli);
  const server = options.server ?? serverOf(cli, saved);
  const limit = timeoutMs(cli, saved);
  let credentials = chosenCredentials(options, () => credentialsFor(cli, server, saved));

  const send = async (request: RawRequest): Promise<HttpAnswer> => {
    const answer = await sendAs(credentials, { server, limit }, request);
    noticeNewerTack(cli, answer.headers["x-tackroom-version"]);
    return answer;
  };

  const renew = async (): Promise<boolean> => {
    if (credentials.accessToken === undefined || credentials.refreshToken === undefined) return false;
    const token = await refreshSaved(cli, credentials.accessToken, tokenExchange(server, limit));
    if (token === undefined) return false;
    credentials = { ...credentials, accessToken: token, headers: { authorization: `Bearer ${token}` } };
    return true;
  };

  return {
    server,
    isSignedIn: Object.keys(credentials.headers).length > 0,
    async request(wanted) {
      if (credentials.accessToken !== undefined && isExpiring(credentials.accessToken)) await renew();
      const isAnswer = (answer: HttpAnswer): boolean => answer.status < 300 || wanted.isAnswer?.(answer) === true;
      const answer = await send(wanted);
      if (isAnswer(answer)) return answer;
      if (answer.status !== 401 || !(await renew())) throw failureOf(answer, server);
      if (wanted.method === "GET" || wanted.readsOnly) {
        const again = await send(wanted);
        if (isAnswer(again)) return again;
        throw failureOf(again, server);
      }
      // The request may already have taken effect, so a mutation is not retried.
      throw new CliError("authentication", "Your session had expired and has been renewed.", {
        httpStatus: 401,
        remediation: "Run the same command again.",
      });
    },
  };
}

function chosenCredentials({ anonymous, token }: ApiOptions, own: () => Credentials): Credentials {
  if (anonymous) return ANONYMOUS;
  return token === undefined ? own() : { ...ANONYMOUS, headers: { authorization: `Bearer ${token}` } };
}

function sendAs(
  credentials: Credentials,
  { server, limit }: { readonly server: string; readonly limit: number },
  { method, path, query = [], body, sink, headers: more }: RawRequest,
): Promise<HttpAnswer> {
  const url = new URL(server + path);
  for (const [name, value] of query) url.searchParams.append(name, value);
  const packed = body === undefined ? undefined : packBody(body);
  const headers = {
    accept: "application/json",
    "x-tackroom-cli-version": VERSION,
    ...packed?.headers,
    ...more,
    ...credentials.headers,
  };
  return method === "GET"
    ? withRetries(() => sendHttp({ method, url, headers, timeoutMs: limit, sink }))
    : sendHttp({ method, url, headers, body: packed?.body, timeoutMs: limit });
}

const ATTEMPTS = 3;
const FIRST_WAIT_SECONDS = 0.5;
const MAX_WAIT_SECONDS = 60;
const WORTH_ANOTHER = new Set([429, 503, 504]);

/** Only for read requests: if the response to a mutation is lost, it is unknown whether the mutation took effect. */
async function withRetries(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send();
    if (!WORTH_ANOTHER.has(answer.status) || attempt + 1 >= ATTEMPTS) return answer;
    const asked = Number(answer.headers["retry-after"]);
    const wait = Number.isFinite(asked) && asked >= 0 ? asked : FIRST_WAIT_SECONDS * 2 ** attempt;
    await sleep(Math.min(wait, MAX_WAIT_SECONDS) * 1000);
  }
}
