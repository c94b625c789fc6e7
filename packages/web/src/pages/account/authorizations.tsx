import type { ReplyOf } from "@tackroom/contract/calls";
import { Plug } from "lucide-react";
import { useState } from "react";
import type { ElementOf } from "../../api/client.js";
import { useAction, useCall } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { useToast } from "../../ui/feedback/toast.js";
import { Section } from "../../ui/layout/card.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";

type Authorization = ElementOf<ReplyOf<"listMcpAuthorizations">>;

const COLUMNS: readonly Column<Authorization>[] = [
  {
    key: "client",
    header: "Application",
    cell: ({ client_name: name, client_host: host }) => (
      <>
        <p className="font-medium break-words">{name}</p>
        <p className="text-sm break-words text-muted">{host ?? "has registered itself"}</p>
      </>
    ),
  },
  { key: "created", header: "Allowed", secondary: true, cell: ({ created_at: at }) => <Time at={at} /> },
  {
    key: "used",
    header: "Last used",
    cell: ({ last_used_at: at }) => (at === null ? "never" : <Time at={at} />),
  },
];

/** The MCP clients that the user has given access. */
export function Authorizations() {
  const authorizations = useCall("listMcpAuthorizations");
  const [ending, setEnding] = useState<Authorization>();
  const actions: Column<Authorization> = {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (each) => (
      <Button
        size="small"
        variant="danger"
        aria-label={`End access of ${each.client_name}`}
        onClick={() => setEnding(each)}
      >
        End access
      </Button>
    ),
  };
  return (
    <Section title="Applications with access">
      <p className="max-w-prose text-muted">
        MCP clients that you have allowed to read the registry and your sessions as you.
      </p>
      <Loaded query={authorizations} skeleton={<SkeletonRows rows={2} />}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={Plug} title="No applications">
              Add {window.location.origin}/mcp as an MCP server to your coding agent. It then asks for access here.
            </EmptyState>
          ) : (
            <Table
              caption="Applications with access"
              columns={[...COLUMNS, actions]}
              rows={items}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {ending && <EndAccess authorization={ending} onClose={() => setEnding(undefined)} />}
    </Section>
  );
}

function EndAccess({
  authorization: { id, client_name: name },
  onClose,
}: {
  readonly authorization: Authorization;
  readonly onClose: () => void;
}) {
  const toast = useToast();
  const end = useAction("deleteMcpAuthorization", {
    refreshes: ["listMcpAuthorizations"],
    onDone: () => {
      toast.say(`Ended the access of ${name}.`);
      onClose();
    },
  });
  return (
    <Confirmation
      title={`End the access of ${name}?`}
      description="Its next request fails. It can ask for access again."
      action="End access"
      busy={end.isPending}
      problem={end.error}
      onConfirm={() => end.mutate({ params: { id } })}
      onClose={onClose}
    />
  );
}
