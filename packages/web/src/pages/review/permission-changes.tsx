import { KeyRound } from "lucide-react";
import type { PermissionName } from "@tackroom/contract";
import type { ReplyOf } from "@tackroom/contract/calls";
import { Table } from "../../ui/data/table.js";

type Permissions = ReplyOf<"getSubmission">["permissions"];

const WORDS: Readonly<Record<PermissionName, string>> = {
  allowed_tools: "Tools without confirmation",
  tools: "Tools it offers",
  hosts: "Hosts",
  environment_variables: "Environment variables",
  headers: "HTTP headers",
  commands: "Commands and images",
  hook_events: "Hook events",
  network: "Network",
};

/** What the version may do, and what of it the released version may not. */
export function PermissionChanges({ permissions: { before, after, added } }: { readonly permissions: Permissions }) {
  const names = (Object.keys(WORDS) as PermissionName[]).filter(
    (name) => after[name].length > 0 || (before?.[name].length ?? 0) > 0,
  );
  if (names.length === 0) return null;
  const asksForMore = before !== null && names.some((name) => added[name].length > 0);
  const title =
    before === null ? "Asks for" : asksForMore ? "Asks for more than before" : "Asks for no more than before";
  return (
    <section
      aria-label="Permissions"
      className={`flex flex-col gap-2 rounded-lg border p-3 ${asksForMore ? "border-warn bg-warn-soft" : "border-line bg-raised"}`}
    >
      <h2 className="flex items-center gap-2">
        <KeyRound size={16} aria-hidden="true" /> {title}
      </h2>
      <Table
        caption="Permissions of the released version and of this one"
        rows={names}
        rowKey={(name) => name}
        columns={[
          { key: "name", header: "Permission", cell: (name) => WORDS[name] },
          ...(before === null
            ? []
            : [
                {
                  key: "before",
                  header: "Released",
                  cell: (name: PermissionName) => before[name].join(", ") || "none",
                },
              ]),
          {
            key: "after",
            header: "This version",
            cell: (name) => <Now all={after[name]} added={before === null ? [] : added[name]} />,
          },
        ]}
      />
    </section>
  );
}

const Now = ({ all, added }: { readonly all: readonly string[]; readonly added: readonly string[] }) => (
  <span className="wrap-anywhere">
    {all.length === 0 && "none"}
    {all.map((name, place) => (
      <span key={name}>
        {place > 0 && ", "}
        {added.includes(name) ? (
          <strong className="border-b-2 border-warn">
            {name}
            <span className="sr-only"> (new)</span>
          </strong>
        ) : (
          name
        )}
      </span>
    ))}
  </span>
);
