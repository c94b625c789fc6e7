import type { Kind } from "../../kinds.js";

type Fields = Readonly<Record<string, unknown>>;

/** Fields that belong to the item and not to a version. */
const OF_THE_ITEM = ["name", "owner", "team_id", "visibility"];
const OF_AN_MCP_SERVER = ["category", "custom_fields", "client_analysis"];
const OF_EVERY_VERSION = ["version", "description", "changelog", "supported_harnesses"];

export const belongsToItem = (kind: Kind, member: string): boolean =>
  OF_THE_ITEM.includes(member) || (kind === "mcp" && OF_AN_MCP_SERVER.includes(member));

/** Converts a submission to a new version: an agent's fields are top-level members, those of other kinds go into `extra`. */
export function releaseBody(kind: Kind, submission: Fields): Fields {
  const entries = Object.entries(submission).filter(([name]) => !belongsToItem(kind, name));
  if (kind === "agent") return Object.fromEntries(entries);
  const [common, extra] = [true, false].map((isCommon) =>
    entries.filter(([name]) => OF_EVERY_VERSION.includes(name) === isCommon),
  );
  return { ...Object.fromEntries(common ?? []), extra: Object.fromEntries((extra ?? []).map(asVersionField(kind))) };
}

/** The repository of a listing becomes the source of the version. */
function asVersionField(kind: Kind): (entry: readonly [string, unknown]) => readonly [string, unknown] {
  const names: Readonly<Record<string, string>> =
    kind === "mcp" ? { git_url: "source_url", git_ref: "source_ref" } : {};
  return ([name, value]) => [names[name] ?? name, value];
}
