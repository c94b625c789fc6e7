import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import type { Kind } from "../../kinds.js";
import { ask, nameOf } from "../search/search-entries.js";

export type Entry = ReplyOf<"getEntry">;

export interface NamedBy {
  readonly kind?: Kind;
}

const EXACT = 100;
const MAX_CANDIDATES_EXAMINED = 20;

/** Finds the single entry for a name or an identifier. */
export async function findEntry(cli: Cli, name: string, { kind }: NamedBy): Promise<Entry> {
  if (/^urn:air?:/i.test(name)) return getEntry(cli, name);
  const { results } = await ask(cli, name, MAX_CANDIDATES_EXAMINED, kind === undefined ? {} : { kind });
  const exact = results.filter(({ score }) => score === EXACT);
  const [first] = exact;
  if (first && exact.length === 1) return getEntry(cli, first.identifier);
  if (first) {
    const those = exact.map((entry) => `\n  ${nameOf(entry)} (${entry["obs:kind"] ?? entry.type}) ${entry.identifier}`);
    throw new CliError("conflict", `${name} is ambiguous:${those.join("")}`, {
      resource: name,
      remediation: "Use the identifier, namespace/name, or --kind.",
    });
  }
  const near = results[0] ? ` Did you mean ${nameOf(results[0])}?` : "";
  throw new CliError("not_found", `${name} not found, or you do not have access to it.${near}`, {
    resource: name,
    remediation: `Search for it: tack search ${name}`,
  });
}

const getEntry = (cli: Cli, identifier: string): Promise<Entry> =>
  openApi(cli).call("getEntry", { params: { identifier } });
