import type { ReplyOf } from "@tackroom/contract/calls";
import { note, type Cli } from "../../cli.js";
import { printJson } from "../../output.js";
import { oneLine } from "../../printable.js";
import { NOTHING_SENT } from "../../dry-run.js";

type Named = Pick<ReplyOf<"listSubmissions">[number], "id" | "type" | "name" | "version" | "digest">;

/** More than these nobody reads in a sentence; the table before it has them all. */
const MAX_NAMED = 10;

/** The end of a dry run. */
export function tellUndecided(cli: Cli, action: "approve" | "reject" | "request changes", of: readonly Named[]): void {
  const decisions = of.map(({ id, type, name, version, digest }) => ({ id, type, name, version, digest }));
  if (cli.flags.output === "json") return printJson(cli, { dry_run: true, action, submissions: decisions });
  const names = decisions.map(({ name, version }) => `${name} ${version}`).join(", ");
  const what = decisions.length > MAX_NAMED ? `${decisions.length} submissions` : names;
  note(cli, `${oneLine(`Would ${action}: ${what}`)}. ${NOTHING_SENT}`);
}
