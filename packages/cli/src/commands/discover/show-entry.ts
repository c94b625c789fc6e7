import type { Cli } from "../../cli.js";
import { printThing } from "../../output.js";
import { findEntry, type NamedBy } from "./find-entry.js";

/** Members for machines that are not shown to people. */
const NOT_IN_TABLES = new Set([
  "@context",
  "trustManifest",
  "obs:representativeQueriesSource",
  "obs:capabilitiesSource",
]);

/** `tack discover show <entry>` */
export async function showEntry(cli: Cli, name: string, options: NamedBy): Promise<void> {
  const entry = await findEntry(cli, name, options);
  if (cli.flags.output === "json") return printThing(cli, entry);
  const members = Object.entries(entry).flatMap(([member, value]) =>
    NOT_IN_TABLES.has(member) || value === null ? [] : [[member.replace(/^obs:/, ""), readable(value)]],
  );
  printThing(cli, Object.fromEntries(members) as Record<string, unknown>);
}

const readable = (value: unknown): unknown => (Array.isArray(value) ? value.join(", ") : value);
