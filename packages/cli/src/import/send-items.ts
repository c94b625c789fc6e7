import { setTimeout as sleep } from "node:timers/promises";
import type { BodyOf, ReplyOf } from "@tackroom/contract/calls";
import type { Api } from "../api/client.js";
import type { Advance } from "../ask.js";
import { CliError } from "../errors.js";
import type { FoundItem } from "./found-item.js";

export type ImportResult = ReplyOf<"importItems">["results"][number];

/** Where everything goes, and how the source is remembered. */
export interface Destination {
  readonly repository: string;
  readonly commit?: string;
  readonly team_id?: string;
  readonly visibility: "public" | "team";
  readonly tags: readonly string[];
  readonly only: readonly string[];
}

export interface Sent {
  readonly results: readonly ImportResult[];
  readonly batchId?: string;
  /** Those that could not be sent; a further run sends them. */
  readonly unsent: readonly { readonly item: FoundItem; readonly reason: string }[];
}

/** Small enough to answer within a timeout, large enough that the requests are few. */
const MAX_ITEMS = 25;
const MAX_LENGTH = 4 * 1024 * 1024;
const AT_ONCE = 4;
const ATTEMPTS = 5;
const FIRST_WAIT_SECONDS = 0.5;
const MAX_WAIT_SECONDS = 60;

/** Sends the items in requests of their own size, several at a time. Each request can be repeated: what was stored stays one. */
export async function sendItems(
  api: Pick<Api, "call">,
  call: "importItems" | "planImport",
  { destination, items, advance }: { destination: Destination; items: readonly FoundItem[]; advance: Advance },
): Promise<Sent> {
  const waiting = inRequests(items);
  const results: ImportResult[] = [];
  const unsent: { item: FoundItem; reason: string }[] = [];
  let batchId: string | undefined;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        const reply = await sendOne(api, call, destination, next);
        results.push(...reply.results);
        batchId ??= reply.batch_id ?? undefined;
      } catch (error) {
        if (!(error instanceof CliError)) throw error;
        // Nothing would be sent with any other request either.
        if (error.category === "authentication" || error.category === "permission") throw error;
        const halves = error.details.httpStatus === 413 ? halved(next) : [];
        waiting.unshift(...halves);
        if (halves.length > 0) continue;
        unsent.push(...next.map((item) => ({ item, reason: error.message })));
      }
      advance(next.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { results, unsent, ...(batchId === undefined ? {} : { batchId }) };
}

function inRequests(items: readonly FoundItem[]): FoundItem[][] {
  const requests: FoundItem[][] = [];
  let length = Infinity;
  for (const item of items) {
    const own = JSON.stringify(item.payload).length;
    const last = requests.at(-1);
    if (last && last.length < MAX_ITEMS && length + own <= MAX_LENGTH) {
      last.push(item);
      length += own;
    } else {
      requests.push([item]);
      length = own;
    }
  }
  return requests;
}

function halved(items: readonly FoundItem[]): FoundItem[][] {
  if (items.length < 2) return [];
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

async function sendOne(
  api: Pick<Api, "call">,
  call: "importItems" | "planImport",
  destination: Destination,
  items: readonly FoundItem[],
) {
  const entries = items.map(({ type, path, payload }) => ({ type, path, payload: { ...payload } }));
  const body = { ...destination, tags: [...destination.tags], only: [...destination.only], items: entries };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(api, call, body);
    } catch (error) {
      if (!(error instanceof CliError) || !isWorthAnother(error) || attempt >= ATTEMPTS) throw error;
      const wait = error.details.retryAfterSeconds ?? FIRST_WAIT_SECONDS * 2 ** attempt;
      await sleep(Math.min(wait, MAX_WAIT_SECONDS) * 1000);
    }
  }
}

async function ask(
  api: Pick<Api, "call">,
  call: "importItems" | "planImport",
  body: BodyOf<"importItems">,
): Promise<ReplyOf<"importItems">> {
  if (call === "importItems") return api.call(call, { body });
  return { batch_id: null, ...(await api.call(call, { body })) };
}

/** The session may have been renewed by then; the rest passes. */
const isWorthAnother = ({ category, details, message }: CliError): boolean =>
  category === "rate_limit" ||
  category === "unavailable" ||
  (details.httpStatus === 401 && message.includes("has been renewed"));
