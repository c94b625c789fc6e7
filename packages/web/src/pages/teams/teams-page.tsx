import { Link, useNavigate } from "@tanstack/react-router";
import type { ReplyOf } from "@tackroom/contract/calls";
import { Plus, UsersRound } from "lucide-react";
import { useState } from "react";
import type { ElementOf } from "../../api/client.js";
import { useAction, useList } from "../../api/queries.js";
import { useAddressFilters } from "../../ui/forms/address-filters.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Button } from "../../ui/actions/button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Field, Input } from "../../ui/forms/field.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Page } from "../../ui/layout/page.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Tabs } from "../../ui/layout/tabs.js";
import { Time } from "../../ui/data/time.js";
import { TeamFields, type TeamTexts, type Visibility } from "./team-fields.js";

type Team = ElementOf<ReplyOf<"listAllTeams">>;

const PAGE = 50;

export function TeamsPage() {
  const filters = useAddressFilters(["show"]);
  const [creating, setCreating] = useState(false);
  const list = (name: "listMyTeams" | "listAllTeams") => (
    <TeamList name={name} offset={filters.offset} onTurn={filters.turnTo} onCreate={() => setCreating(true)} />
  );
  return (
    <Page
      title="Teams"
      intro="Teams own items jointly and publish them under their handle."
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          <Plus size={14} aria-hidden="true" /> Create a team
        </Button>
      }
    >
      <Tabs
        label="Teams"
        value={filters.values["show"] === "all" ? "all" : "mine"}
        onChange={(show) => filters.set({ show: show === "all" ? "all" : "" })}
        tabs={[
          { value: "mine", label: "Mine", content: list("listMyTeams") },
          { value: "all", label: "All", content: list("listAllTeams") },
        ]}
      />
      {creating && <CreateTeamDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<Team>[] = [
  {
    key: "name",
    header: "Team",
    cell: ({ id, name, handle }) => (
      <>
        <Link to="/teams/$id" params={{ id }} className="font-medium break-words text-accent hover:underline">
          {name}
        </Link>
        <p className="text-sm break-all text-muted">{handle}</p>
      </>
    ),
  },
  {
    key: "description",
    header: "Description",
    secondary: true,
    cell: ({ description }) => <span className="line-clamp-2">{description || "—"}</span>,
  },
  {
    key: "role",
    header: "Your role",
    cell: ({ role, visibility }) => (
      <div className="flex flex-wrap gap-1">
        {role === null ? "not a member" : <Badge tone={role === "owner" ? "accent" : "neutral"}>{role}</Badge>}
        {visibility === "private" && <Badge tone="warn">private</Badge>}
      </div>
    ),
  },
  { key: "members", header: "Members", numeric: true, cell: (team) => team.member_count.toLocaleString("en") },
  { key: "created", header: "Created", secondary: true, cell: ({ created_at: at }) => <Time at={at} /> },
];

interface TeamListProps {
  readonly name: "listMyTeams" | "listAllTeams";
  readonly offset: number;
  readonly onTurn: (offset: number) => void;
  readonly onCreate: () => void;
}

function TeamList({ name, offset, onTurn, onCreate }: TeamListProps) {
  const teams = useList(name, { query: { limit: PAGE, offset } }, { keepsPrevious: true });
  return (
    <Loaded query={teams}>
      {({ items, total }) => (
        <div className="flex flex-col gap-4">
          {items.length === 0 ? (
            <EmptyState
              icon={UsersRound}
              title={name === "listMyTeams" ? "You are not in any team" : "No teams"}
              action={<Button onClick={onCreate}>Create a team</Button>}
            >
              Create a team and add members, or ask a team owner to add you.
            </EmptyState>
          ) : (
            <Table caption="Teams" columns={COLUMNS} rows={items} rowKey={({ id }) => id} />
          )}
          <Pagination offset={offset} limit={PAGE} total={total} onChange={onTurn} />
        </div>
      )}
    </Loaded>
  );
}

function CreateTeamDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useTexts<TeamTexts & { handle: string }>({
    name: "",
    handle: "",
    description: "",
    visibility: "public",
  });
  const create = useAction("createTeam", {
    refreshes: ["listMyTeams", "listAllTeams"],
    onDone: ({ id }) => navigate({ href: `/teams/${id}` }),
  });
  const { handle, visibility, ...texts } = form.values;
  return (
    <FormDialog
      title="Create a team"
      description="You become the owner and can add members."
      action="Create team"
      busy={create.isPending}
      problem={create.error}
      onSubmit={() =>
        create.mutate({ body: { ...texts, visibility: visibility as Visibility, ...(handle ? { handle } : {}) } })
      }
      onClose={onClose}
    >
      <TeamFields bind={form.bind} problem={create.error}>
        <Field
          label="Handle"
          hint="The namespace of the team's items. It cannot be changed later. Leave empty to derive it from the name."
          problem={problemWith(create.error, "handle")}
        >
          {(ids) => <Input {...ids} {...form.bind("handle")} maxLength={32} autoComplete="off" />}
        </Field>
      </TeamFields>
    </FormDialog>
  );
}
