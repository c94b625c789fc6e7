import type { ReplyOf } from "@tackroom/contract/calls";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import type { ElementOf } from "../../api/client.js";
import { useList } from "../../api/queries.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Button } from "../../ui/actions/button.js";
import { Section } from "../../ui/layout/card.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Checkbox } from "../../ui/forms/field.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { dayOf } from "../../ui/data/days.js";
import { Pagination } from "../../ui/data/pagination.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { CreateKeyDialog, RevokeKeyDialog, RotateKeyDialog } from "./key-dialogs.js";
import { tackCommand } from "../../ui/text/tack-command.js";

type ApiKey = ElementOf<ReplyOf<"listKeys">>;

const PAGE = 50;

const isOver = ({ expires_at: at }: ApiKey): boolean => at !== null && new Date(at) <= new Date();
const isUsable = (key: ApiKey): boolean => key.revoked_at === null && !isOver(key);

function Expiry({ apiKey }: { readonly apiKey: ApiKey }) {
  if (apiKey.revoked_at !== null) return <Badge tone="bad">Revoked</Badge>;
  if (apiKey.expires_at === null) return "never";
  if (isOver(apiKey)) return <Badge tone="bad">Expired</Badge>;
  return (
    <time dateTime={apiKey.expires_at} className="whitespace-nowrap">
      {dayOf(new Date(apiKey.expires_at))}
    </time>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    key: "name",
    header: "Key",
    cell: ({ name, prefix }) => (
      <>
        <p className="font-medium break-words">{name}</p>
        <p className="font-mono text-sm break-all text-muted">{prefix}…</p>
      </>
    ),
  },
  {
    key: "environment",
    header: "Environment",
    secondary: true,
    cell: ({ environment }) => <Badge>{environment}</Badge>,
  },
  { key: "created", header: "Created", secondary: true, cell: ({ created_at: at }) => <Time at={at} /> },
  { key: "expires", header: "Expires", cell: (apiKey) => <Expiry apiKey={apiKey} /> },
  {
    key: "used",
    header: "Last used",
    secondary: true,
    cell: ({ last_used_at: at, last_used_ip: ip }) =>
      at === null ? (
        "never"
      ) : (
        <>
          <Time at={at} />
          {ip !== null && <p className="text-sm text-muted">from {ip}</p>}
        </>
      ),
  },
];

type Open = "create" | { readonly rotate: ApiKey } | { readonly revoke: ApiKey };

export function ApiKeys() {
  const [offset, setOffset] = useState(0);
  const [withOld, setWithOld] = useState(false);
  const [open, setOpen] = useState<Open>();
  const keys = useList(
    "listKeys",
    { query: { status: withOld ? "all" : "active", limit: PAGE, offset } },
    { keepsPrevious: true },
  );
  const close = (): void => setOpen(undefined);
  const create = (
    <Button variant="primary" onClick={() => setOpen("create")}>
      <Plus size={14} aria-hidden="true" /> Create a key
    </Button>
  );
  return (
    <Section title="API keys" actions={create}>
      <p className="max-w-prose text-muted">
        API keys let programs act as you, with your role. A key is shown only once.
      </p>
      <Checkbox
        label="Include revoked and expired keys"
        checked={withOld}
        onChange={(event) => {
          setWithOld(event.target.checked);
          setOffset(0);
        }}
      />
      <Loaded query={keys} skeleton={<SkeletonRows rows={3} />}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? <NoKeys /> : <KeyTable keys={items} onOpen={setOpen} />}
            <Pagination offset={offset} limit={PAGE} total={total} onChange={setOffset} />
          </>
        )}
      </Loaded>
      {open === "create" && <CreateKeyDialog onClose={close} />}
      {typeof open === "object" && "rotate" in open && <RotateKeyDialog apiKey={open.rotate} onClose={close} />}
      {typeof open === "object" && "revoke" in open && <RevokeKeyDialog apiKey={open.revoke} onClose={close} />}
    </Section>
  );
}

const NoKeys = () => (
  <EmptyState icon={KeyRound} title="No API keys" command={tackCommand(`login --server ${window.location.origin}`)}>
    Create a key for programs that run unattended, such as a CI build. To sign in yourself, use your password, single
    sign-on or the command line.
  </EmptyState>
);

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly onOpen: (open: Open) => void;
}

function KeyTable({ keys, onOpen }: KeyTableProps) {
  const actions: Column<ApiKey> = {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (apiKey) =>
      isUsable(apiKey) && (
        <div className="flex flex-wrap justify-end gap-1">
          <Button size="small" aria-label={`Rotate ${apiKey.name}`} onClick={() => onOpen({ rotate: apiKey })}>
            Rotate
          </Button>
          <Button
            size="small"
            variant="danger"
            aria-label={`Revoke ${apiKey.name}`}
            onClick={() => onOpen({ revoke: apiKey })}
          >
            Revoke
          </Button>
        </div>
      ),
  };
  return <Table caption="API keys" columns={[...COLUMNS, actions]} rows={keys} rowKey={({ id }) => id} />;
}
