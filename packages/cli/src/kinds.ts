/** As they are typed, and as the API calls their lists. */
export const TYPE_OF = {
  mcp: "mcps",
  agent: "agents",
  skill: "skills",
  hook: "hooks",
  prompt: "prompts",
  sandbox: "sandboxes",
} as const;

export type Kind = keyof typeof TYPE_OF;
export const KINDS = Object.keys(TYPE_OF) as Kind[];

type Operation =
  | "submitItem"
  | "listItems"
  | "listMyItems"
  | "getItem"
  | "deleteItem"
  | "archiveItem"
  | "unarchiveItem"
  | "updateDraft"
  | "startEdit"
  | "cancelEdit"
  | "submitDraft"
  | "listVersions"
  | "getVersion"
  | "getAttestation"
  | "installItem"
  | "releaseVersion"
  | "updateVersion"
  | "listCoAuthors"
  | "addCoAuthor"
  | "removeCoAuthor"
  | "transferOwnership"
  | "acceptTransfer"
  | "declineTransfer";

/** The six kinds have the same endpoints; the types are those of one, whose answers have the shape of all. */
export function callOf<Name extends Operation>(kind: Kind, operation: Name): `mcps.${Name}` {
  return `${TYPE_OF[kind]}.${operation}` as `mcps.${Name}`;
}
