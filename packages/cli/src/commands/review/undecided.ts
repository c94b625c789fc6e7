import type { ReplyOf } from "@tackroom/contract/calls";
import { note, type Cli } from "../../cli.js";
import { printJson } from "../../output.js";
import { oneLine } from "../../printable.js";

type Named = Pick<ReplyOf<"listSubmissions">[number], "id" | "type" | "name" | "version" | "digest">;

/** The end of a dry run. */
export function tellUndecided(cli: Cli, action: "approve" | "reject" | "request changes", of: readonly Named[]): void {
  const decisions = of.map(({ id, type, name, version, digest }) => ({ id, type, name, version, digest }));
  if (cli.flags.output === "json") return printJson(cli, { dry_run: true, action, submissions: decisions });
  const names = decisions.map(({ name, version }) => `${name} ${version}`).join(", ");
  note(cli, `${oneLine(`Would ${action}: ${names}`)}. Dry run: nothing was sent.`);
}
