import type { BodyOf, CallName, ReplyOf } from "@tackroom/contract/calls";
import { routeOf } from "@tackroom/contract/route";
import type { Cli } from "../cli.js";
import { NotSent } from "../dry-run.js";
import { usageError } from "../errors.js";
import { parseName, TYPE_OF } from "../kinds.js";
import { notTackroom } from "./failures.js";
import { openConnection, type ApiOptions, type Connection } from "./connection.js";
import type { HttpAnswer } from "./transport.js";

/** Changes nothing although it is a POST. */
const ASKED_BEFORE_A_CHANGE: CallName = "checkSetting";

export type QueryValue = string | number | boolean | undefined;

export interface CallInput<Name extends CallName> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Members with a default may be omitted, but the types do not say which ones those are. */
  readonly body?: Readonly<Partial<BodyOf<Name>>>;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** The server's API, called with the credentials of the signed-in user. */
export interface Api extends Connection {
  call<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<ReplyOf<Name>>;
  /** The raw response body, for responses that are not JSON. */
  raw<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<HttpAnswer>;
  /** A list with the total from the response headers. */
  list<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<Listed<ElementOf<ReplyOf<Name>>>>;
}

type ElementOf<List> = List extends readonly (infer Element)[] ? Element : never;

export function openApi(cli: Cli, options: ApiOptions = {}): Api {
  const connection = openConnection(cli, options);
  const { server } = connection;

  const call = async <Name extends CallName>(name: Name, input: CallInput<Name>): Promise<HttpAnswer> => {
    const { method, path } = routeOf(name, asParams(name, input.params ?? {}));
    const query = Object.entries(input.query ?? {}).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    );
    if (cli.flags.sendsNothing && method !== "GET" && name !== ASKED_BEFORE_A_CHANGE)
      throw new NotSent({ method, path, body: input.body });
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    return connection.request({ method, path, query, body });
  };

  return {
    ...connection,
    raw: (name, input = {}) => call(name, input),
    call: async (name, input = {}) => parsed(await call(name, input), server) as never,
    async list(name, input = {}) {
      const answer = await call(name, input);
      const items = parsed(answer, server) as never[];
      return { items, total: Number(answer.headers["x-total-count"] ?? items.length) };
    },
  };
}

/** What a user typed as the parameters of a path. */
function asParams(call: CallName, given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const empty = Object.keys(given).find((key) => given[key] === "");
  if (empty !== undefined) throw usageError(`An argument is empty: ${empty}.`, "Pass a name or an ID.");
  return given["id"] === undefined ? given : { ...given, id: nameOf(call, given["id"]) };
}

/** Item names may include their kind, as in `skill:ada/tidy`, but the path of a call already implies the kind. */
function nameOf(call: CallName, typed: string): string {
  const { kind, name } = parseName(typed);
  if (kind === undefined) return typed;
  const type = call.split(".")[0] ?? "";
  if (!Object.values<string>(TYPE_OF).includes(type) || type === TYPE_OF[kind]) return name;
  throw usageError(`${typed} is a ${kind}, but this command is for ${type}.`, `Use the command for a ${kind}.`);
}

/** Tackroom sends these with each response: the first to `tack`, the second to everyone. */
const OWN_HEADERS = ["x-tackroom-version", "x-request-id"];

function parsed(answer: HttpAnswer, server: string): unknown {
  if (!OWN_HEADERS.some((name) => answer.headers[name] !== undefined)) throw notTackroom(answer, server);
  if (answer.text === "") return undefined;
  try {
    return JSON.parse(answer.text);
  } catch {
    throw notTackroom(answer, server);
  }
}
