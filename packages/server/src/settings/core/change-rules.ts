import { roleSuffices, type Role } from "@tackroom/contract";

export interface Changeable {
  readonly key: string;
  /** The variable that sets it, if one does. */
  readonly managedBy: string | null;
  readonly isSettable: boolean;
  readonly changedBy: Role;
}

export interface Refusal {
  readonly code: "forbidden" | "externally_managed";
  readonly detail: string;
}

/** Why this caller may not change a setting, be it to set or to unset it; undefined when they may. */
export function refusalOfChange(
  { key, managedBy, isSettable, changedBy }: Changeable,
  role: Role,
): Refusal | undefined {
  if (!roleSuffices(role, changedBy)) {
    return { code: "forbidden", detail: `Only a ${changedBy} can change ${key}.` };
  }
  if (managedBy !== null) {
    return {
      code: "externally_managed",
      detail: `${key} is set by the environment variable ${managedBy} of the server. Change it there, and restart the server.`,
    };
  }
  if (!isSettable) {
    return {
      code: "externally_managed",
      detail: `The server generates ${key}. To use your own, provide it as a file (see the variables that end in _FILE) and restart the server.`,
    };
  }
  return undefined;
}
