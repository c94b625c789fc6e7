import { openApi } from "../../api/client.js";
import { withProgress } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { printList } from "../../output.js";
import { wholeNumber } from "../numbers.js";
import { callOf, KINDS, type Kind } from "../../kinds.js";

interface SearchOptions {
  readonly kind?: Kind;
  readonly limit?: string;
}

const DEFAULT_LIMIT = 10;

/** `tack search`: each kind's best, in the order in which the server ranks them. */
export async function searchItems(cli: Cli, words: readonly string[], options: SearchOptions): Promise<void> {
  const api = openApi(cli);
  const limit = wholeNumber("--limit", options.limit) ?? DEFAULT_LIMIT;
  const kinds = options.kind ? [options.kind] : KINDS;
  const query = { search: words.join(" "), limit };
  const found = await withProgress(cli, "Searching", () =>
    Promise.all(kinds.map(async (kind) => ({ kind, ...(await api.list(callOf(kind, "listItems"), { query })) }))),
  );
  const items = found.flatMap(({ kind, items: ofKind }) => ofKind.map((item) => ({ kind, ...item })));
  const total = found.reduce((sum, ofKind) => sum + ofKind.total, 0);
  printList(
    cli,
    { items, total, limit },
    [
      { title: "KIND", of: ({ kind }) => kind },
      { title: "NAME", of: ({ qualified_name }) => qualified_name },
      { title: "VERSION", of: ({ version }) => version },
      { title: "DESCRIPTION", of: ({ description }) => description },
    ],
    "Nothing found. Try fewer or other words.",
  );
}
