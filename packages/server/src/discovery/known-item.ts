import { mediaTypeOf, type ItemStatus } from "@tackroom/contract";
import type { EntryRow } from "../registry/index.js";
import { sortNameOf, type KnownEntry } from "./core/known-entry.js";

/** What an entry shows of its item's state, for as long as its row is as it is. */
export interface EntryState {
  readonly lifecycle: ItemStatus;
  readonly isActivatable: boolean;
  readonly isDelegable: boolean;
  readonly isRecommended: boolean;
}

const MAX_TEXT_LENGTH = 2000;

export function entryState(row: EntryRow): EntryState {
  const lifecycle = row.isArchived ? "archived" : row.status;
  const isApproved = lifecycle === "approved" && row.isReleased;
  return {
    lifecycle,
    isActivatable: isApproved && row.facts?.use === "now",
    isDelegable: isApproved && row.kind === "agent",
    isRecommended: isApproved && row.isRatedWell,
  };
}

/** An agent's components are among its capabilities. */
export const capabilitiesOf = ({ facts, components }: EntryRow, most: number): string[] =>
  [...new Set([...(facts?.capabilities ?? []), ...components])].slice(0, most);

export function knownItem(row: EntryRow): KnownEntry {
  const { id, kind, namespace, slug, name, version, description, facts } = row;
  const { lifecycle, isActivatable, isRecommended } = entryState(row);
  const native = `${namespace}/${slug}`;
  const capabilities = capabilitiesOf(row, 24);
  return {
    id,
    kind,
    publisher: null,
    type: mediaTypeOf(kind),
    name,
    otherNames: [slug, native, `${native}@${version}`],
    description: description.slice(0, MAX_TEXT_LENGTH),
    queries: facts?.queriesSource === "declared" ? facts.queries : [],
    tools: facts?.tools ?? [],
    tags: [...new Set([...(facts?.tags ?? []), ...(facts?.tools.length ? [] : capabilities)])],
    capabilities,
    harnesses: row.harnesses,
    version,
    versionKey: row.precedence,
    lifecycle,
    isActivatable,
    isRecommended,
    sortName: sortNameOf(name),
    namespace,
    teamId: row.teamId,
    facets: row.facets,
    isListed: row.isListed,
    audience: row.audience,
    visibility: row.visibility,
    ownerId: row.ownerId,
    status: row.status,
    isReleased: row.isReleased,
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
  };
}
