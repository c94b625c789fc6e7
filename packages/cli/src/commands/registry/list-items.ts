import { openApi, type Listed } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { printList, type Column } from "../../output.js";
import { readPage, type PageOptions } from "../paging.js";
import { callOf, type Kind } from "../../kinds.js";
import { readHarness } from "../../harness-option.js";

interface ListOptions extends PageOptions {
  readonly search?: string;
  readonly namespace?: string;
  readonly category?: string;
  readonly tag?: string;
  readonly harness?: string;
  readonly taskType?: string;
}

/** Columns for items of any kind. */
interface ListedItem {
  readonly qualified_name: string;
  readonly version: string;
  readonly status: string;
  readonly description: string;
}

const COLUMNS: readonly Column<ListedItem>[] = [
  { title: "NAME", of: ({ qualified_name }) => qualified_name },
  { title: "VERSION", of: ({ version }) => version },
  { title: "DESCRIPTION", of: ({ description }) => description },
];

/** `tack registry <kind> list` */
export function listOf(kind: Kind) {
  return async (cli: Cli, options: ListOptions): Promise<void> => {
    const page = readPage(options);
    const { search, namespace, category, tag, harness, taskType } = options;
    const query = {
      ...page,
      search,
      namespace,
      category,
      tag,
      harness: harness && readHarness(harness),
      task_type: taskType,
    };
    const found: Listed<ListedItem> = await openApi(cli).list(callOf(kind, "listItems"), { query });
    printList(
      cli,
      { ...found, ...page },
      COLUMNS,
      `No results. Submit your own: tack registry ${kind} submit <folder>`,
    );
  };
}

/** `tack registry <kind> my` */
export function listMineOf(kind: Kind) {
  return async (cli: Cli, options: PageOptions): Promise<void> => {
    const page = readPage(options);
    const found: Listed<ListedItem> = await openApi(cli).list(callOf(kind, "listMyItems"), { query: page });
    const columns = [
      ...COLUMNS.slice(0, 2),
      { title: "STATUS", of: ({ status }: ListedItem) => status },
      ...COLUMNS.slice(2),
    ];
    printList(
      cli,
      { ...found, ...page },
      columns,
      `You have not submitted any. Submit one: tack registry ${kind} submit <folder>`,
    );
  };
}
