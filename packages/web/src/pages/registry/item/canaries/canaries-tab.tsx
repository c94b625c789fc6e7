import type { UseQueryResult } from "@tanstack/react-query";
import type { Canary } from "@tackroom/contract";
import { Bird, Eye, EyeOff, Plus } from "lucide-react";
import { useState } from "react";
import type { ItemDetail } from "../../../../api/kinds.js";
import type { ApiProblem } from "../../../../api/problem.js";
import { useAction, useCall } from "../../../../api/queries.js";
import { Button } from "../../../../ui/actions/button.js";
import { Table, type Column } from "../../../../ui/data/table.js";
import { Time } from "../../../../ui/data/time.js";
import { CopyButton } from "../../../../ui/feedback/copy-button.js";
import { Loaded } from "../../../../ui/feedback/loaded.js";
import { useToast } from "../../../../ui/feedback/toast.js";
import { Section } from "../../../../ui/layout/card.js";
import { EmptyState } from "../../../../ui/layout/empty-state.js";
import { Confirmation } from "../../../../ui/overlays/confirmation.js";
import { CanaryReports } from "./canary-reports.js";
import { BEHAVIOR_WORDS, POINT_WORDS, TYPE_WORDS } from "./canary-words.js";
import { CreateCanaryDialog } from "./create-canary-dialog.js";

/** Markers that an agent should not repeat, for admins. */
export function CanariesTab({ item }: { readonly item: ItemDetail }) {
  const canaries = useCall("listCanaries", { params: { agent_id: item.id } });
  return (
    <div className="flex flex-col gap-8">
      <ActiveCanaries item={item} canaries={canaries} />
      {/* Not before what is above it, which would move it. */}
      {!canaries.isPending && <CanaryReports item={item} />}
    </div>
  );
}

interface ActiveCanariesProps {
  readonly item: ItemDetail;
  readonly canaries: UseQueryResult<readonly Canary[], ApiProblem>;
}

function ActiveCanaries({ item, canaries }: ActiveCanariesProps) {
  const [isCreating, setIsCreating] = useState(false);
  const [removing, setRemoving] = useState<Canary>();
  /** Values are hidden from those who look over one's shoulder, and from screenshots. */
  const [shown, setShown] = useState<readonly string[]>([]);
  const toggle = (id: string): void =>
    setShown((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  const add = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      <Plus size={14} aria-hidden="true" /> Create a canary
    </Button>
  );
  return (
    <Section title="Active canaries" actions={canaries.data && canaries.data.length > 0 ? add : undefined}>
      <Loaded query={canaries}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState icon={Bird} title="No canaries" action={add}>
              A canary is a made-up value planted in what the agent is given. Sessions in which the agent repeats it are
              reported, and count towards its adversarial robustness.
            </EmptyState>
          ) : (
            <Table
              caption="Active canaries"
              columns={columnsOf(shown, toggle, setRemoving)}
              rows={found}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
      {isCreating && (
        <CreateCanaryDialog
          item={item}
          onCreated={({ id }) => setShown((before) => [...before, id])}
          onClose={() => setIsCreating(false)}
        />
      )}
      {removing && <RemoveDialog canary={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}

const columnsOf = (
  shown: readonly string[],
  onToggle: (id: string) => void,
  onRemove: (canary: Canary) => void,
): readonly Column<Canary>[] => [
  {
    key: "value",
    header: "Value",
    className: "wrap-anywhere",
    cell: ({ id, canary_value: value, canary_type: type }) => (
      <Value value={value} type={TYPE_WORDS[type].name} isShown={shown.includes(id)} onToggle={() => onToggle(id)} />
    ),
  },
  { key: "point", header: "Planted in", cell: ({ injection_point: point }) => POINT_WORDS[point].name },
  {
    key: "expected",
    header: "Expected",
    secondary: true,
    cell: ({ expected_behavior: expected }) => BEHAVIOR_WORDS[expected].name,
  },
  { key: "created", header: "Created", secondary: true, cell: ({ created_at: at }) => <Time at={at} /> },
  {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (canary) => (
      <Button
        size="small"
        variant="danger"
        aria-label={`Delete the ${nameOf(canary)} canary`}
        onClick={() => onRemove(canary)}
      >
        Delete
      </Button>
    ),
  },
];

const nameOf = ({ canary_type, injection_point }: Canary): string =>
  `${TYPE_WORDS[canary_type].name.toLowerCase()} in ${POINT_WORDS[injection_point].name.toLowerCase()}`;

interface ValueProps {
  readonly value: string;
  readonly type: string;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function Value({ value, type, isShown, onToggle }: ValueProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex flex-col items-start gap-1">
      <span>{type}</span>
      {isShown && (
        <span className="flex items-center gap-1">
          <code className="font-mono text-sm">{value}</code> <CopyButton text={value} what="the value" />
        </span>
      )}
      <Button size="small" variant="quiet" aria-expanded={isShown} onClick={onToggle} className="-ml-2">
        <Icon size={14} aria-hidden="true" /> {isShown ? "Hide" : "Show"} <span className="sr-only">the value</span>
      </Button>
    </div>
  );
}

function RemoveDialog({ canary, onClose }: { readonly canary: Canary; readonly onClose: () => void }) {
  const toast = useToast();
  const remove = useAction("deleteCanary", {
    refreshes: ["listCanaries", "listAuditLog"],
    onDone: () => {
      toast.say("Canary deleted.");
      onClose();
    },
  });
  return (
    <Confirmation
      title="Delete this canary?"
      description="New sessions are no longer searched for it. Its reports are kept, and still count."
      action="Delete canary"
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: canary.id } })}
      onClose={onClose}
    />
  );
}
