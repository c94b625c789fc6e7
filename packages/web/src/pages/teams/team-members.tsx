import type { ReplyOf } from "@tackroom/contract/calls";
import { UserMinus, UserPlus } from "lucide-react";
import { useState } from "react";
import type { ElementOf } from "../../api/client.js";
import { useAction, useList } from "../../api/queries.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Button } from "../../ui/actions/button.js";
import { Section } from "../../ui/layout/card.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input, Select } from "../../ui/forms/field.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { useToast } from "../../ui/feedback/toast.js";

type Team = ReplyOf<"getTeam">;
type Member = ElementOf<ReplyOf<"listMembers">>;
type TeamRole = Member["role"];

const PAGE = 50;
const CHANGED = ["listMembers", "getTeam", "listMyTeams", "listAllTeams"] as const;
const ROLES: Readonly<Record<TeamRole, string>> = { member: "Member", owner: "Owner" };

const roleOptions = Object.entries(ROLES).map(([value, label]) => (
  <option key={value} value={value}>
    {label}
  </option>
));

interface TeamMembersProps {
  readonly team: Team;
  readonly mayManage: boolean;
}

export function TeamMembers({ team, mayManage }: TeamMembersProps) {
  const [offset, setOffset] = useState(0);
  const [open, setOpen] = useState<"add" | Member>();
  const members = useList(
    "listMembers",
    { params: { id: team.id }, query: { limit: PAGE, offset } },
    { keepsPrevious: true },
  );
  const close = (): void => setOpen(undefined);
  const columns = mayManage ? [...COLUMNS, ...manageColumns(team, setOpen)] : [...COLUMNS, ROLE_SHOWN];
  return (
    <Section
      title="Members"
      actions={
        mayManage && (
          <Button variant="primary" onClick={() => setOpen("add")}>
            <UserPlus size={14} aria-hidden="true" /> Add a member
          </Button>
        )
      }
    >
      <Loaded query={members}>
        {({ items, total }) => (
          <>
            <Table caption="Members" columns={columns} rows={items} rowKey={({ id }) => id} />
            <Pagination offset={offset} limit={PAGE} total={total} onChange={setOffset} />
          </>
        )}
      </Loaded>
      {open === "add" && <AddDialog team={team} onClose={close} />}
      {typeof open === "object" && <RemoveDialog team={team} member={open} onClose={close} />}
    </Section>
  );
}

const COLUMNS: readonly Column<Member>[] = [
  {
    key: "who",
    header: "User",
    className: "min-w-32",
    cell: ({ username, email, is_active: isActive }) => (
      <>
        <p className="font-medium break-all">
          {username} {!isActive && <Badge tone="bad">Deactivated</Badge>}
        </p>
        <p className="text-sm break-all text-muted">{email}</p>
      </>
    ),
  },
  { key: "joined", header: "Joined", secondary: true, cell: ({ joined_at: at }) => <Time at={at} /> },
];

const ROLE_SHOWN: Column<Member> = { key: "role", header: "Role", cell: ({ role }) => ROLES[role] };

const manageColumns = (team: Team, onRemove: (member: Member) => void): readonly Column<Member>[] => [
  { key: "role", header: "Role", cell: (member) => <MemberRole team={team} member={member} /> },
  {
    key: "actions",
    header: <span className="sr-only">Actions</span>,
    className: "text-right",
    cell: (member) => (
      <Button
        variant="danger"
        size="icon"
        aria-label={`Remove ${member.username}`}
        title={`Remove ${member.username}`}
        onClick={() => onRemove(member)}
      >
        <UserMinus size={14} aria-hidden="true" />
      </Button>
    ),
  },
];

interface MemberProps {
  readonly team: Team;
  readonly member: Member;
}

function MemberRole({ team, member }: MemberProps) {
  const toast = useToast();
  const change = useAction("updateMember", {
    refreshes: CHANGED,
    onDone: ({ username, role }) => toast.say(`${username} now has the role ${ROLES[role].toLowerCase()}.`),
  });
  return (
    <div className="flex flex-col gap-1">
      <Select
        aria-label={`Role of ${member.username}`}
        className="w-28"
        value={member.role}
        disabled={change.isPending}
        onChange={(event) =>
          change.mutate({
            params: { id: team.id, user_id: member.id },
            body: { role: event.target.value as TeamRole },
          })
        }
      >
        {roleOptions}
      </Select>
      {change.error && <ErrorBox problem={change.error} />}
    </div>
  );
}

function AddDialog({ team, onClose }: { readonly team: Team; readonly onClose: () => void }) {
  const toast = useToast();
  const { values, bind } = useTexts({ who: "", role: "member" });
  const who = values.who.trim();
  // Usernames do not contain @.
  const field = who.includes("@") ? "email" : "username";
  const add = useAction("addMember", {
    refreshes: CHANGED,
    onDone: ({ username }) => {
      toast.say(`Added ${username} to the team.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Add a member"
      action="Add to team"
      busy={add.isPending}
      problem={add.error}
      onSubmit={() => add.mutate({ params: { id: team.id }, body: { [field]: who, role: values.role as TeamRole } })}
      onClose={onClose}
    >
      <Field
        label="Email or username"
        hint="The user must have an account on this server."
        problem={problemWith(add.error, field)}
      >
        {(ids) => <Input {...ids} {...bind("who")} required maxLength={254} autoComplete="off" />}
      </Field>
      <Field
        label="Role"
        hint="Owners manage the team and its members. Members can edit the team's items."
        problem={problemWith(add.error, "role")}
      >
        {(ids) => (
          <Select {...ids} {...bind("role")}>
            {roleOptions}
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}

function RemoveDialog({ team, member, onClose }: MemberProps & { readonly onClose: () => void }) {
  const toast = useToast();
  const remove = useAction("removeMember", {
    refreshes: CHANGED,
    onDone: () => {
      toast.say(`Removed ${member.username} from the team.`);
      onClose();
    },
  });
  return (
    <Confirmation
      title={`Remove ${member.username}?`}
      description={`They can no longer edit the items of ${team.name}.`}
      action="Remove from team"
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: team.id, user_id: member.id } })}
      onClose={onClose}
    />
  );
}
