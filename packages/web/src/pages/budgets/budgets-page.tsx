import { PiggyBank, Plus } from "lucide-react";
import { useState } from "react";
import { useList } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { Button } from "../../ui/actions/button.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { useAddressFilters } from "../../ui/forms/address-filters.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Page } from "../../ui/layout/page.js";
import { CreateBudgetDialog, DeleteBudgetDialog, EditBudgetDialog } from "./budget-dialogs.js";
import { scopeText, type Budget } from "./budget-words.js";
import { SpendingBar } from "./spending-bar.js";

const PAGE = 50;

interface Opened {
  readonly dialog: "edit" | "delete";
  readonly budget: Budget;
}

export function BudgetsPage() {
  const { offset, turnTo } = useAddressFilters([]);
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const budgets = useList("listBudgets", { query: { limit: PAGE, offset } }, { keepsPrevious: true });
  const close = (): void => setOpened(undefined);
  return (
    <Page
      title="Budgets"
      intro="What agents may cost per day, week or month. Budgets warn at 80 and 100 %; they never block anything."
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          <Plus size={14} aria-hidden="true" /> Create a budget
        </Button>
      }
    >
      <Loaded query={budgets}>
        {({ items, total }) => (
          <div className="flex flex-col gap-4">
            {items.length === 0 ? (
              <EmptyState icon={PiggyBank} title="No budgets" command="tack budgets create Coding --amount 200">
                Create a budget to be warned before a period costs more than planned.
              </EmptyState>
            ) : (
              <BudgetTable budgets={items} onOpen={setOpened} />
            )}
            <Pagination offset={offset} limit={PAGE} total={total} onChange={turnTo} />
          </div>
        )}
      </Loaded>
      {creating && <CreateBudgetDialog onClose={() => setCreating(false)} />}
      {opened?.dialog === "edit" && <EditBudgetDialog budget={opened.budget} onClose={close} />}
      {opened?.dialog === "delete" && <DeleteBudgetDialog budget={opened.budget} onClose={close} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Budget>[] = [
  {
    key: "name",
    header: "Budget",
    cell: (budget) => (
      <>
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium break-words">{budget.name}</span>
          {budget.status === "paused" && <Badge>paused</Badge>}
        </p>
        <p className="text-sm break-words text-muted">{scopeText(budget)}</p>
      </>
    ),
  },
  { key: "spent", header: "Spent", cell: (budget) => <SpendingBar budget={budget} /> },
  { key: "warned", header: "Last warning", secondary: true, cell: (budget) => <LastWarning budget={budget} /> },
];

function LastWarning({ budget }: { readonly budget: Budget }) {
  const [last] = budget.warnings;
  if (!last) return "none";
  return (
    <span className="flex flex-wrap items-center gap-1">
      <Badge tone={last.level === 100 ? "bad" : "warn"}>{last.level} %</Badge> <Time at={last.at} />
    </span>
  );
}

interface BudgetTableProps {
  readonly budgets: readonly Budget[];
  readonly onOpen: (opened: Opened) => void;
}

/** The server decides who may change a budget; those who surely may not are not offered it. */
function BudgetTable({ budgets, onOpen }: BudgetTableProps) {
  const user = useUser();
  const actions: Column<Budget> = {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (budget) =>
      (budget.created_by === user.id || mayActAs(user, "admin")) && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="small" aria-label={`Edit ${budget.name}`} onClick={() => onOpen({ dialog: "edit", budget })}>
            Edit
          </Button>
          <Button
            size="small"
            variant="danger"
            aria-label={`Delete ${budget.name}`}
            onClick={() => onOpen({ dialog: "delete", budget })}
          >
            Delete
          </Button>
        </div>
      ),
  };
  return <Table caption="Budgets" columns={[...COLUMNS, actions]} rows={budgets} rowKey={({ id }) => id} />;
}
