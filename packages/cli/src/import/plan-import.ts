import { createHash } from "node:crypto";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { Api } from "../api/client.js";
import { withBar } from "../ask.js";
import type { Cli } from "../cli.js";
import { findItems } from "./find-items.js";
import type { FoundItem } from "./found-item.js";
import { foreignPlugins } from "./marketplace.js";
import { withOwnNames } from "./names.js";
import { selection } from "./only.js";
import type { OpenSource } from "./open-source.js";
import { sendItems, type Destination } from "./send-items.js";

export type Status = "new" | "changed" | "unchanged" | "refused";

/** What an import does with one item. */
export interface PlannedItem {
  readonly type: FoundItem["type"];
  readonly path: string;
  readonly name: string;
  readonly status: Status;
  readonly version: string | null;
  readonly qualified_name: string | null;
  readonly reason: string | null;
  readonly notes: readonly string[];
}

export interface Plan {
  readonly items: readonly PlannedItem[];
  /** New and changed ones, to be sent. */
  readonly toSend: readonly FoundItem[];
  readonly warnings: readonly string[];
}

type Known = ReplyOf<"listImportedItems">[number];

/**
 * Compares the source with what was imported from it. The server says what it would refuse. `given` are the options that a hint
 * repeats.
 */
export async function planImport(
  cli: Cli,
  api: Api,
  source: OpenSource,
  { destination, given }: { readonly destination: Destination; readonly given: string },
): Promise<Plan> {
  const known = await listKnown(api, destination);
  const found = findItems(cli, source).map((item) => ({ ...item, path: `${source.prefix}${item.path}` }));
  const named = withOwnNames(found, known);
  const isWanted = selection(destination.only);
  const items = named.items.filter(isWanted);
  const knownAt = new Map(known.map((each) => [`${each.type}\n${each.path}`, each]));
  const looked = items.map((item) => ({ item, settled: settledHere(item, knownAt, destination.tags) }));
  const settled = looked.flatMap((each) => each.settled ?? []);
  const open = looked.filter((each) => each.settled === undefined).map(({ item }) => item);
  const asked = await withBar(cli, { what: `Checking ${open.length} items`, total: open.length }, (advance) =>
    sendItems(api, "planImport", { destination, items: open, advance }),
  );
  const told = new Map(asked.results.map((result) => [`${result.type}\n${result.path}`, result]));
  const checked = open.map((item) => {
    const result = told.get(`${item.type}\n${item.path}`);
    const unsent = asked.unsent.find((each) => each.item === item);
    return planned(item, {
      status: result?.status ?? "refused",
      version: result?.version ?? null,
      qualified_name: result?.qualified_name ?? null,
      reason: result?.error?.detail ?? unsent?.reason ?? null,
    });
  });
  const toSend = open.filter((_, at) => ["new", "changed"].includes(checked[at]?.status ?? ""));
  const repeated = named.repeated
    .filter(({ item }) => isWanted(item))
    .map(({ item, sameAs }) => planned(item, { status: "unchanged", reason: `The same as ${sameAs}` }));
  const warnings = foreignPlugins(source.root).map(
    ({ name, address }) => `The plugin ${name} is in another repository. Import it: tack import ${address}${given}`,
  );
  return { items: [...settled, ...checked, ...repeated].toSorted(byPath), toSend, warnings };
}

const PAGE = 1000;

async function listKnown(api: Api, { repository, team_id }: Destination): Promise<Known[]> {
  const known: Known[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = { repository, team_id, limit: PAGE, offset };
    const { items, total } = await api.list("listImportedItems", { query });
    known.push(...items);
    if (items.length === 0 || known.length >= total) return known;
  }
}

/** What needs no question to the server: it cannot be sent, or it was sent before exactly so. */
function settledHere(
  item: FoundItem,
  known: ReadonlyMap<string, Known>,
  tags: readonly string[],
): PlannedItem | undefined {
  if (item.payload === undefined) return planned(item, { status: "refused", reason: item.refusal ?? null });
  const before = known.get(`${item.type}\n${item.path}`);
  if (before === undefined || before.digest !== digestOf(item, tags)) return undefined;
  const { version, qualified_name, status } = before;
  const reason = status === "rejected" ? "A reviewer rejected this content. Change it, and import it again." : null;
  return planned(item, { status: "unchanged", version, qualified_name, reason });
}

/** As the server computes it. */
const digestOf = ({ payload }: FoundItem, tags: readonly string[]): string =>
  `sha256:${createHash("sha256")
    .update(JSON.stringify([payload, tags]))
    .digest("hex")}`;

function planned(
  { type, path, name, notes }: FoundItem,
  outcome: Pick<PlannedItem, "status" | "reason"> & Partial<PlannedItem>,
): PlannedItem {
  return { type, path, name, version: null, qualified_name: null, ...outcome, notes };
}

const byPath = (a: PlannedItem, b: PlannedItem): number => (a.path < b.path ? -1 : Number(a.path > b.path));
