import type { ArdEntry, ArdList, ArdListItem, ArdResult, SearchReply } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { stockShelf, type Shelf, type Shown } from "./items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "./people.js";
import { startTestServer, type TestServer, type TestServerOptions } from "./server.js";

export interface Ard {
  /** Every result of the search, page by page. */
  search(text: string, token?: string, filter?: object): Promise<ArdResult[]>;
  list(token?: string, filter?: string): Promise<ArdListItem[]>;
  /** Undefined where there is none for this caller. */
  entry(identifier: string, token?: string): Promise<ArdEntry | undefined>;
}

/** Asks discovery as clients do; what is not answered as it should be throws. */
function askArd(send: Send): Ard {
  return {
    async search(text, token, filter) {
      const results: ArdResult[] = [];
      let pageToken: string | undefined;
      do {
        const body = {
          query: { text, ...(filter ? { filter } : {}) },
          pageSize: 100,
          ...(pageToken ? { pageToken } : {}),
        };
        const page = succeed(await send("POST /ard/search", { token, body })).json<SearchReply>();
        results.push(...page.results);
        ({ pageToken } = page);
      } while (pageToken !== undefined);
      return results;
    },
    async list(token, filter) {
      const items: ArdListItem[] = [];
      let pageToken: string | undefined;
      do {
        const query = new URLSearchParams({
          pageSize: "100",
          ...(filter ? { filter } : {}),
          ...(pageToken ? { pageToken } : {}),
        });
        const page = succeed(await send(`GET /ard/agents?${query.toString()}`, { token })).json<ArdList>();
        items.push(...page.items);
        ({ pageToken } = page);
      } while (pageToken !== undefined);
      return items;
    },
    async entry(identifier, token) {
      const answer = await send(`GET /ard/entries/${encodeURIComponent(identifier)}`, { token });
      return answer.statusCode === 404 ? undefined : succeed(answer).json<ArdEntry>();
    },
  };
}

function succeed(answer: LightMyRequestResponse): LightMyRequestResponse {
  if (answer.statusCode === 200) return answer;
  throw new Error(`${answer.statusCode} ${answer.body}`);
}

export interface DiscoveryStage {
  readonly server: TestServer;
  readonly send: Send;
  readonly ard: Ard;
  readonly people: People & { readonly admin: Person };
  /** Who publishes things, and what she does it with. */
  readonly ada: Person;
  readonly shelf: Shelf;
  set(key: string, value: unknown): Promise<LightMyRequestResponse>;
  /** As `ada` sees it; throws if there is none. */
  entryOf(kind: string, item: Shown): Promise<ArdEntry>;
}

export const identifierOf = (kind: string, { id }: { readonly id: string }): string =>
  `urn:air:tackroom.local:${kind}:${id}`;

export async function stageDiscovery(options: TestServerOptions): Promise<DiscoveryStage> {
  const server = await startTestServer(options);
  const send = createSend(server);
  const ard = askArd(send);
  const people = await invitePeople(server);
  const ada = await people.join();
  return {
    server,
    send,
    ard,
    people,
    ada,
    shelf: stockShelf(send, people.admin),
    set: (key, value) => send(`PUT /admin/settings/${key}`, { token: people.admin.token, body: { value } }),
    async entryOf(kind, item) {
      const entry = await ard.entry(identifierOf(kind, item), ada.token);
      if (!entry) throw new Error(`${kind} ${item.name} has no entry`);
      return entry;
    },
  };
}
