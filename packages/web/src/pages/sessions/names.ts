import type { Listed } from "../../api/client.js";
import { useCall, useList } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Names {
  readonly all: readonly Named[];
  /** Loaded or failed: earlier content would move when names replace IDs. */
  readonly settled: boolean;
  /** Whether these are all names that there are. */
  readonly isComplete: boolean;
}

/** The max page size; further ones are shown by their ID. */
const MAX_NAMES = 200;

const namesIn = ({ data, isLoading }: { data: Listed<Named> | undefined; isLoading: boolean }): Names => ({
  all: data?.items ?? [],
  settled: !isLoading,
  isComplete: data !== undefined && data.items.length === data.total,
});

export function useAgents(): Names {
  return namesIn(useList("agents.listItems", { query: { limit: MAX_NAMES } }));
}

export function useHarnesses(): Names {
  const { data, isLoading } = useCall("getHarnesses");
  const all = data?.harnesses.map(({ name, display_name }) => ({ id: name, name: display_name })) ?? [];
  return { all, settled: !isLoading, isComplete: data !== undefined };
}

/** Only admins see other users' data. Without a page that is the whole list, up to a thousand. */
export function usePeople(): Names {
  const enabled = mayActAs(useUser(), "admin");
  return namesIn(useList("listUsers", {}, { enabled }));
}

/** Only admins compare teams. */
export function useTeams(): Names {
  const enabled = mayActAs(useUser(), "admin");
  return namesIn(useList("listAllTeams", { query: { limit: MAX_NAMES } }, { enabled }));
}

const foundName = ({ all }: Names, id: string): string | undefined => all.find((each) => each.id === id)?.name;

export const nameIn = (names: Names, id: string): string => foundName(names, id) ?? id;

/** No account has this ID, perhaps because it was deleted: its sessions are kept. */
export const isUnknownIn = (names: Names, id: string): boolean =>
  names.isComplete && foundName(names, id) === undefined;

export interface SessionNames {
  readonly agents: Names;
  readonly harnesses: Names;
  readonly people: Names;
  readonly settled: boolean;
}

/** The names for all IDs in a session. */
export function useSessionNames(): SessionNames {
  const names = { agents: useAgents(), harnesses: useHarnesses(), people: usePeople() };
  return { ...names, settled: Object.values(names).every(({ settled }) => settled) };
}
