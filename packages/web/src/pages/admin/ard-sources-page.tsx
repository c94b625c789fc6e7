import type { ReplyOf } from "@tackroom/contract/calls";
import { Compass, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import type { ElementOf } from "../../api/client.js";
import { useAction, useList } from "../../api/queries.js";
import { useAddressFilters } from "../../ui/forms/address-filters.js";
import { Badge, type Tone } from "../../ui/feedback/badge.js";
import { Button } from "../../ui/actions/button.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input } from "../../ui/forms/field.js";
import { problemWith } from "../../ui/forms/form.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { useToast } from "../../ui/feedback/toast.js";
import { AdminFrame } from "./admin-frame.js";

type Source = ElementOf<ReplyOf<"listArdSources">>;

const PAGE = 50;
/** A source is fetched soon after it was added; until then its row is polled. */
const WHILE_PENDING_MS = 3000;

export const ArdSourcesPage = () => (
  <AdminFrame
    title="Discovery sources"
    intro="Manifests of other publishers. Their entries appear in discovery here. Each manifest is fetched every hour."
  >
    <AddSource />
    <Sources />
  </AdminFrame>
);

function AddSource() {
  const toast = useToast();
  const [url, setUrl] = useState("");
  const add = useAction("addArdSource", {
    refreshes: ["listArdSources", "listAuditLog"],
    onDone: () => {
      setUrl("");
      toast.say("Source added. Fetching its manifest.");
    },
  });
  return (
    <form
      className="flex max-w-2xl flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ body: { url: url.trim() } });
      }}
    >
      <Field
        label="Manifest URL"
        hint="Usually https://the-publisher/.well-known/ard.json"
        problem={problemWith(add.error, "url")}
      >
        {(ids) => (
          <div className="flex gap-2">
            <Input
              {...ids}
              type="url"
              required
              maxLength={2048}
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
            <Button type="submit" variant="primary" busy={add.isPending}>
              <Plus size={14} aria-hidden="true" /> Add
            </Button>
          </div>
        )}
      </Field>
      {add.error && <ErrorBox problem={add.error} />}
    </form>
  );
}

const TONES: Readonly<Record<Source["status"], Tone>> = { ok: "good", pending: "warn", failed: "bad" };

const COLUMNS: readonly Column<Source>[] = [
  {
    key: "url",
    header: "Source",
    cell: ({ url, publisher }) => (
      <>
        <p className="font-medium break-all">{publisher ?? "Unknown publisher"}</p>
        <p className="text-sm break-all text-muted">{url}</p>
      </>
    ),
  },
  {
    key: "status",
    header: "Status",
    cell: ({ status, error }) => (
      <>
        <Badge tone={TONES[status]}>{status}</Badge>
        {error !== null && <p className="mt-1 max-w-prose text-sm">{error}</p>}
      </>
    ),
  },
  { key: "entries", header: "Entries", numeric: true, cell: (source) => source.entry_count.toLocaleString("en") },
  {
    key: "fetched",
    header: "Last fetched",
    secondary: true,
    cell: ({ last_fetched_at: at }) => (at === null ? "never" : <Time at={at} />),
  },
];

function useWhilePending(isPending: boolean, look: () => unknown): void {
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(look, WHILE_PENDING_MS);
    return () => clearInterval(timer);
  }, [isPending, look]);
}

function Sources() {
  const { offset, turnTo } = useAddressFilters([]);
  const [removing, setRemoving] = useState<Source>();
  const sources = useList("listArdSources", { query: { limit: PAGE, offset } }, { keepsPrevious: true });
  useWhilePending(sources.data?.items.some(({ status }) => status === "pending") ?? false, sources.refetch);
  const actions: Column<Source> = {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (source) => (
      <Button size="small" variant="danger" aria-label={`Remove ${source.url}`} onClick={() => setRemoving(source)}>
        Remove
      </Button>
    ),
  };
  return (
    <Loaded query={sources}>
      {({ items, total }) => (
        <>
          {items.length === 0 ? (
            <EmptyState icon={Compass} title="No sources yet">
              Add a publisher's manifest to include its agents, skills and servers in discovery.
            </EmptyState>
          ) : (
            <Table caption="Discovery sources" columns={[...COLUMNS, actions]} rows={items} rowKey={({ id }) => id} />
          )}
          <Pagination offset={offset} limit={PAGE} total={total} onChange={turnTo} />
          {removing && <RemoveDialog source={removing} onClose={() => setRemoving(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

function RemoveDialog({ source, onClose }: { readonly source: Source; readonly onClose: () => void }) {
  const toast = useToast();
  const remove = useAction("removeArdSource", {
    refreshes: ["listArdSources", "listAuditLog"],
    onDone: () => {
      toast.say("Source removed.");
      onClose();
    },
  });
  return (
    <Confirmation
      title="Remove this source?"
      description={`${source.url} and its ${source.entry_count.toLocaleString("en")} entries no longer appear in discovery.`}
      action="Remove source"
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: source.id } })}
      onClose={onClose}
    />
  );
}
