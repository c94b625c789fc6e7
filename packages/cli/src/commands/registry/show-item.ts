import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { printList, printThing } from "../../output.js";
import { callOf, type Kind } from "../../kinds.js";

/** Long texts and internal fields are shown only with `-o json`. */
const NOT_IN_TABLES = new Set([
  "prompt",
  "skill_md_content",
  "script_content",
  "template",
  "submitted_by",
  "version_id",
  "is_private",
  "user_permission",
  "namespace",
  "slug",
]);

/** `tack registry <kind> show` */
export function showOf(kind: Kind) {
  return async (cli: Cli, item: string): Promise<void> => {
    const detail = await openApi(cli).call(callOf(kind, "getItem"), { params: { id: item } });
    const members = Object.keys(detail).filter(
      (name) => !NOT_IN_TABLES.has(name) && isTold(detail[name as keyof typeof detail]),
    );
    printThing(cli, detail, members);
  };
}

const isTold = (value: unknown): boolean =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** `tack registry <kind> versions` */
export function versionsOf(kind: Kind) {
  return async (cli: Cli, item: string): Promise<void> => {
    const limit = 100;
    const { items, total } = await openApi(cli).call(callOf(kind, "listVersions"), {
      params: { id: item },
      query: { page_size: limit },
    });
    printList(
      cli,
      { items, total, limit },
      [
        { title: "VERSION", of: ({ version }) => version },
        { title: "STATUS", of: ({ status, yanked }) => (yanked ? "yanked" : status) },
        { title: "RELEASED", of: ({ released_at }) => released_at },
        { title: "INSTALLS", of: ({ download_count }) => download_count },
        { title: "DIGEST", of: ({ digest }) => digest },
        { title: "NOTE", of: ({ deprecated, rejection_reason }) => deprecated ?? rejection_reason },
      ],
      "No versions.",
    );
  };
}
