/** The names used in commands, and the API's names of their lists. */
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

/** Parses a typed name: `ada/tidy`, or `skill:ada/tidy` if two kinds have items with the same name. */
export function parseName(typed: string): { readonly kind?: Kind; readonly name: string } {
  const at = typed.indexOf(":");
  const kind = KINDS.find((each) => each === typed.slice(0, at));
  return kind === undefined ? { name: typed } : { kind, name: typed.slice(at + 1) };
}

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

/** The six kinds have the same endpoints. The types of one kind are used for all, because their responses have the same shape. */
export function callOf<Name extends Operation>(kind: Kind, operation: Name): `mcps.${Name}` {
  return `${TYPE_OF[kind]}.${operation}` as `mcps.${Name}`;
}
