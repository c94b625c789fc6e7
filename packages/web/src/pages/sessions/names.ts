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
}

/** The max page size; further ones are shown by their ID. */
const MAX_NAMES = 200;

export function useAgents(): Names {
  const { data, isLoading } = useList("agents.listItems", { query: { limit: MAX_NAMES } });
  return { all: data?.items ?? [], settled: !isLoading };
}

export function useHarnesses(): Names {
  const { data, isLoading } = useCall("getHarnesses");
  const all = data?.harnesses.map(({ name, display_name }) => ({ id: name, name: display_name })) ?? [];
  return { all, settled: !isLoading };
}

/** Only admins see other users' data. Without a page that is the whole list, up to a thousand. */
export function usePeople(): Names {
  const enabled = mayActAs(useUser(), "admin");
  const { data, isLoading } = useList("listUsers", {}, { enabled });
  return { all: data?.items ?? [], settled: !isLoading };
}

/** Only admins compare teams. */
export function useTeams(): Names {
  const enabled = mayActAs(useUser(), "admin");
  const { data, isLoading } = useList("listAllTeams", { query: { limit: MAX_NAMES } }, { enabled });
  return { all: data?.items ?? [], settled: !isLoading };
}

export const nameIn = ({ all }: Names, id: string): string => all.find((each) => each.id === id)?.name ?? id;

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
