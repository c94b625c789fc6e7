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

/** A name as it is typed: `ada/tidy`, or `skill:ada/tidy` where two kinds have items of the same name. */
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

/** The six kinds have the same endpoints; the types are those of one, whose answers have the shape of all. */
export function callOf<Name extends Operation>(kind: Kind, operation: Name): `mcps.${Name}` {
  return `${TYPE_OF[kind]}.${operation}` as `mcps.${Name}`;
}
