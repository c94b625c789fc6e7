import { openApi } from "../../../api/client.js";
import type { Cli } from "../../../cli.js";
import { printList } from "../../../output.js";
import { readPage, type PageOptions } from "../../paging.js";

const SHORT_COMMIT_LENGTH = 12;

/** `tack registry mcp sync history` */
export async function syncHistory(cli: Cli, listing: string, options: PageOptions): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).list("listSyncRuns", { params: { id: listing }, query: page });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "QUEUED", of: ({ queued_at }) => queued_at },
      { title: "TRIGGER", of: ({ trigger }) => trigger },
      { title: "REF", of: ({ ref }) => ref ?? "(default)" },
      { title: "STATUS", of: ({ status }) => status },
      { title: "VERSION", of: ({ version }) => version },
      { title: "COMMIT", of: ({ sha }) => sha?.slice(0, SHORT_COMMIT_LENGTH) },
      { title: "REASON", of: ({ error }) => error },
    ],
    `Not synced yet. Sync now: tack registry mcp sync run ${listing}`,
  );
}
