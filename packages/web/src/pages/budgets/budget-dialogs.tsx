import type { ApiProblem } from "../../api/problem.js";
import { useAction } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { useToast } from "../../ui/feedback/toast.js";
import { Field, Input, Select } from "../../ui/forms/field.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import type { Budget } from "./budget-words.js";

type Scope = Budget["scope_type"];

interface ScopeChoice {
  readonly scope: Scope;
  readonly label: string;
  readonly adminOnly?: boolean;
  /** How to name it; none if there is nothing to name. */
  readonly field?: { readonly label: string; readonly hint: string };
}

/** "Myself" is the user scope without a name. */
const CHOICES: Readonly<Record<string, ScopeChoice>> = {
  me: { scope: "user", label: "Myself" },
  team: { scope: "team", label: "A team", field: { label: "Team", hint: "The handle of a team that you own." } },
  agent: {
    scope: "agent",
    label: "An agent",
    field: {
      label: "Agent",
      hint: "An agent that you own, as namespace/name. Only your own sessions count, unless you are an admin.",
    },
  },
  user: {
    scope: "user",
    label: "Another user",
    adminOnly: true,
    field: { label: "User", hint: "A username or an email." },
  },
  all: { scope: "all", label: "Everyone together", adminOnly: true },
};

export function CreateBudgetDialog({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const form = useTexts({ name: "", scope: "me", named: "", amount: "", period: "month" });
  const create = useAction("createBudget", {
    refreshes: ["listBudgets"],
    onDone: () => {
      toast.say("Budget created.");
      onClose();
    },
  });
  const { name, scope, named, amount, period } = form.values;
  const choice = CHOICES[scope];
  const submit = (): void =>
    create.mutate({
      body: {
        name,
        scope_type: choice?.scope ?? "user",
        scope_id: choice?.field ? named.trim() : "",
        amount_usd: Number(amount),
        period: period as Budget["period"],
      },
    });
  return (
    <FormDialog
      title="Create a budget"
      description="It warns at 80 and 100 %. Nothing is ever blocked."
      action="Create budget"
      busy={create.isPending}
      problem={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" problem={problemWith(create.error, "name")}>
        {(ids) => <Input {...ids} {...form.bind("name")} required maxLength={200} autoComplete="off" />}
      </Field>
      <ScopeFields bind={form.bind} choice={choice} problem={create.error} />
      <AmountField bound={form.bind("amount")} problem={problemWith(create.error, "amount_usd")} />
      <Field label="Period" hint="In UTC; weeks begin on Monday." problem={problemWith(create.error, "period")}>
        {(ids) => (
          <Select {...ids} {...form.bind("period")}>
            <option value="day">Day</option>
            <option value="week">Week</option>
            <option value="month">Month</option>
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}

type Bind = ReturnType<typeof useTexts>["bind"];

interface ScopeFieldsProps {
  readonly bind: (name: "scope" | "named") => ReturnType<Bind>;
  readonly choice: ScopeChoice | undefined;
  readonly problem: ApiProblem | null;
}

function ScopeFields({ bind, choice, problem }: ScopeFieldsProps) {
  const user = useUser();
  const open = Object.entries(CHOICES).filter(([, { adminOnly }]) => !adminOnly || mayActAs(user, "admin"));
  return (
    <>
      <Field label="For" problem={problemWith(problem, "scope_type")}>
        {(ids) => (
          <Select {...ids} {...bind("scope")}>
            {open.map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {choice?.field && (
        <Field label={choice.field.label} hint={choice.field.hint} problem={problemWith(problem, "scope_id")}>
          {(ids) => <Input {...ids} {...bind("named")} required maxLength={200} autoComplete="off" />}
        </Field>
      )}
    </>
  );
}

interface AmountFieldProps {
  readonly bound: ReturnType<Bind>;
  readonly problem: string | undefined;
}

const AmountField = ({ bound, problem }: AmountFieldProps) => (
  <Field label="Amount in US dollars" problem={problem}>
    {(ids) => <Input {...ids} {...bound} type="number" required min={0.01} max={1e9} step={0.01} />}
  </Field>
);

interface BudgetDialogProps {
  readonly budget: Budget;
  readonly onClose: () => void;
}

export function EditBudgetDialog({ budget, onClose }: BudgetDialogProps) {
  const toast = useToast();
  const form = useTexts({ name: budget.name, amount: String(budget.amount_usd), status: budget.status });
  const update = useAction("updateBudget", {
    refreshes: ["listBudgets"],
    onDone: () => {
      toast.say("Budget saved.");
      onClose();
    },
  });
  const { name, amount, status } = form.values;
  const body = { name, amount_usd: Number(amount), status };
  return (
    <FormDialog
      title="Edit budget"
      description="A level that has warned in this period does not warn again in it."
      action="Save"
      busy={update.isPending}
      problem={update.error}
      onSubmit={() => update.mutate({ params: { id: budget.id }, body })}
      onClose={onClose}
    >
      <Field label="Name" problem={problemWith(update.error, "name")}>
        {(ids) => <Input {...ids} {...form.bind("name")} required maxLength={200} autoComplete="off" />}
      </Field>
      <AmountField bound={form.bind("amount")} problem={problemWith(update.error, "amount_usd")} />
      <Field label="Status" problem={problemWith(update.error, "status")}>
        {(ids) => (
          <Select {...ids} {...form.bind("status")}>
            <option value="active">Active</option>
            <option value="paused">Paused: no warnings</option>
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}

export function DeleteBudgetDialog({ budget, onClose }: BudgetDialogProps) {
  const toast = useToast();
  const remove = useAction("deleteBudget", {
    refreshes: ["listBudgets"],
    onDone: () => {
      toast.say("Budget deleted.");
      onClose();
    },
  });
  return (
    <Confirmation
      title={`Delete ${budget.name}?`}
      description="The budget and its warnings are deleted. Notifications in inboxes stay."
      action="Delete budget"
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: budget.id } })}
      onClose={onClose}
    />
  );
}
