import { useCall, useList } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** As many as one page of a list has; those beyond are shown by their ids. */
const MOST = 200;

export function useAgents(): readonly Named[] {
  const { data } = useList("agents.listItems", { query: { limit: MOST } });
  return data?.items ?? [];
}

export function useHarnesses(): readonly Named[] {
  const { data } = useCall("getHarnesses");
  return data?.harnesses.map(({ name, display_name }) => ({ id: name, name: display_name })) ?? [];
}

/** Only admins look at others. */
export function usePeople(): readonly Named[] {
  const enabled = mayActAs(useUser(), "admin");
  const { data } = useList("listUsers", { query: { limit: MOST } }, { enabled });
  return data?.items ?? [];
}

/** Only admins compare teams. */
export function useTeams(): readonly Named[] {
  const enabled = mayActAs(useUser(), "admin");
  const { data } = useList("listAllTeams", { query: { limit: MOST } }, { enabled });
  return data?.items ?? [];
}

export const nameIn = (all: readonly Named[], id: string): string => all.find((each) => each.id === id)?.name ?? id;
