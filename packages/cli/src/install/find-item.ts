import type { Api } from "../api/client.js";
import { hasProblemCode } from "../api/failures.js";
import { CliError } from "../errors.js";
import { KINDS, parseName, type Kind } from "../kinds.js";
import { isGone } from "./artifacts.js";

/** An item as it is typed: `tidy`, `ada/tidy`, `skill:ada/tidy`, each with or without `@1.2.0`. */
export interface TypedItem {
  readonly kind?: Kind;
  readonly name: string;
  readonly version?: string;
}

export function parseItem(typed: string): TypedItem {
  const { kind, name } = parseName(typed);
  const at = name.lastIndexOf("@");
  const version = at > 0 ? name.slice(at + 1) : "";
  return {
    ...(kind === undefined ? {} : { kind }),
    name: version === "" ? name : name.slice(0, at),
    ...(version === "" ? {} : { version }),
  };
}

export interface FoundItem {
  readonly kind: Kind;
  readonly id: string;
  readonly qualified_name: string;
  readonly version?: string;
}

/** The one item of any kind that a typed name stands for. `command` is suggested for each candidate of an ambiguous name, with `given`. */
export async function findItem(api: Api, typed: string, command: string, given = ""): Promise<FoundItem> {
  const { kind, name, version } = parseItem(typed);
  const kinds = kind === undefined ? KINDS : [kind];
  const found = (await Promise.all(kinds.map((each) => candidatesOf(api, each, name)))).flat();
  const [first, another] = found;
  if (!first) throw await unknown(api, typed, name);
  if (!another) return { ...first, ...(version === undefined ? {} : { version }) };
  const suffix = version === undefined ? "" : `@${version}`;
  const commands = found.map((each) => `tack ${command} ${each.kind}:${each.qualified_name}${suffix}${given}`);
  throw new CliError("conflict", `${typed} is ambiguous.`, {
    resource: typed,
    remediation: `Add the kind and the namespace. Run one of:\n    ${commands.join("\n    ")}`,
    result: { candidates: found },
  });
}

async function candidatesOf(api: Api, kind: Kind, name: string): Promise<FoundItem[]> {
  try {
    const { id, qualified_name } = await api.call("resolveName", { query: { type: kind, identifier: name } });
    return [{ kind, id, qualified_name }];
  } catch (error) {
    if (isGone(error)) return [];
    if (!hasProblemCode(error, "ambiguous_name")) throw error;
    const { candidates = [] } = error.details.detail as { candidates?: readonly Omit<FoundItem, "kind">[] };
    return candidates.map(({ id, qualified_name }) => ({ kind, id, qualified_name }));
  }
}

async function unknown(api: Api, typed: string, name: string): Promise<CliError> {
  const words = name.split("/").at(-1) ?? name;
  const { items } = await api.call("listRegistry", { query: { q: words, limit: MAX_SUGGESTED } });
  // The search is by meaning too; only what looks like the typed name can be a slip of it.
  const close = items.find(({ slug }) => slug.includes(words) || words.includes(slug) || isAlike(slug, words));
  const near = close ? ` Did you mean ${close.qualified_name}?` : "";
  return new CliError("not_found", `${typed} not found, or you do not have access to it.${near}`, {
    resource: typed,
    remediation: `Search for it: tack search ${words}`,
  });
}

const MAX_SUGGESTED = 10;
const SAME_START = 4;

const isAlike = (one: string, other: string): boolean => one.slice(0, SAME_START) === other.slice(0, SAME_START);
