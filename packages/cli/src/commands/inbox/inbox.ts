import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { printDone, printList } from "../../output.js";
import { readPage, type PageOptions } from "../paging.js";

interface InboxOptions extends PageOptions {
  readonly unread?: boolean;
  readonly readAll?: boolean;
}

/** `tack inbox` */
export async function inbox(cli: Cli, { unread = false, readAll, ...options }: InboxOptions): Promise<void> {
  const api = openApi(cli);
  if (readAll) {
    const left = await api.call("markInboxRead", { body: { all: true } });
    return printDone(cli, "Marked all notifications as read.", left);
  }
  const page = readPage(options);
  const { items, total } = await api.call("listInbox", { query: { unread, ...page } });
  printList(
    cli,
    { items, total, ...page },
    [
      { title: "WHEN", of: ({ created_at }) => created_at },
      { title: "", of: ({ read_at }) => (read_at === null ? "new" : null) },
      { title: "NOTIFICATION", of: ({ title }) => title },
      { title: "DETAILS", of: ({ text }) => text },
    ],
    unread ? "No unread notifications." : "No notifications.",
  );
}
