import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../api/client.js";
import { openConnection } from "../../api/connection.js";
import { withProgress } from "../../ask.js";
import { asCalled, asTyped } from "../../called-as.js";
import { note, type Cli } from "../../cli.js";
import type { Kind } from "../../kinds.js";
import { printList } from "../../output.js";
import { paint } from "../../paint.js";
import { wholeNumber } from "../numbers.js";
import { readHarness } from "../../harness-option.js";

export interface SearchOptions {
  readonly kind?: Kind;
  readonly harness?: string;
  readonly limit?: string;
}

export type Result = ReplyOf<"searchEntries">["results"][number];

const DEFAULT_LIMIT = 10;

/** The availability of an entry in words for users. */
const USES: Readonly<Record<string, string>> = {
  now: "now",
  "next-session": "after install",
  "explicit-install": "after install",
  "not-approved": "not approved",
  "unsupported-in-harness": "other harness",
  archived: "archived",
};

/** `tack search <words>`: the best matches of any kind. */
export async function searchEntries(cli: Cli, words: readonly string[], options: SearchOptions): Promise<void> {
  const limit = wholeNumber("--limit", options.limit) ?? DEFAULT_LIMIT;
  const { results, pageToken } = await withProgress(cli, "Searching", () => ask(cli, words.join(" "), limit, options));
  const { isSignedIn, server } = openConnection(cli, {});
  printList(
    cli,
    { items: results, total: results.length, limit },
    [
      { title: "SCORE", of: ({ score }) => score },
      { title: "KIND", of: (entry) => entry["obs:kind"] ?? entry.type },
      { title: "NAME", of: nameOf },
      { title: "USE", of: (entry) => USES[entry["obs:availability"] ?? ""] },
      { title: "DESCRIPTION", of: ({ description }) => description },
    ],
    isSignedIn
      ? "No results. Try other words, or omit --kind and --harness."
      : `Nothing that is public on ${server} matches. You are not signed in; sign in to search everything that you may see: tack login`,
  );
  const [first] = results;
  if (!first || cli.flags.output === "json") return;
  const { dim } = paint(cli);
  if (!isSignedIn) note(cli, asCalled(cli, "Only public items are shown. Sign in to see more: tack login"));
  if (pageToken !== undefined) note(cli, dim("More results are available. Pass --limit, up to 100."));
  const [name, harness] = [nameOf(first), asTyped({ harness: options.harness })];
  const next = `Install one: tack discover use ${name}${harness}    Details: tack discover show ${name}`;
  note(cli, dim(asCalled(cli, next)));
}

/** A single page; the server returns at most a hundred results per page. */
export async function ask(
  cli: Cli,
  text: string,
  pageSize: number,
  { kind, harness }: Pick<SearchOptions, "kind" | "harness"> = {},
): Promise<ReplyOf<"searchEntries">> {
  const filter = {
    ...(kind === undefined ? {} : { kind }),
    ...(harness === undefined ? {} : { "obs:harness": readHarness(harness) }),
  };
  return openApi(cli).call("searchEntries", { body: { query: { text, filter }, pageSize } });
}

/** The short form for local items: `ada/tidy`. */
export const nameOf = (entry: Result): string => entry["obs:nativeRef"]?.replace(/@[^@]*$/, "") ?? entry.identifier;
