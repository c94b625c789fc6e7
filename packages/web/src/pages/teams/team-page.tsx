import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReplyOf } from "@tackroom/contract/calls";
import { ChartColumn, LogOut, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { isNotFound } from "../../api/problem.js";
import { useAction, useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { NotFound } from "../../shell/failures.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Button, ButtonLink } from "../../ui/actions/button.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { useTexts } from "../../ui/forms/form.js";
import { Page } from "../../ui/layout/page.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { useToast } from "../../ui/feedback/toast.js";
import { TeamFields, type TeamTexts, type Visibility } from "./team-fields.js";
import { TeamMembers } from "./team-members.js";

type Team = ReplyOf<"getTeam">;

const LISTS = ["listMyTeams", "listAllTeams"] as const;

export function TeamPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const team = useCall("getTeam", { params: { id } });
  if (team.data) return <TeamShown team={team.data} />;
  if (isNotFound(team.error)) return <NotFound />;
  return (
    <Page title="Team">
      {team.error ? <ErrorBox problem={team.error} onRetry={() => void team.refetch()} /> : <SkeletonRows />}
    </Page>
  );
}

function TeamShown({ team }: { readonly team: Team }) {
  const user = useUser();
  const [open, setOpen] = useState<"edit" | "leave" | "delete">();
  const mayManage = team.role === "owner" || mayActAs(user, "admin");
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={team.name}
      intro={team.description || undefined}
      heading={
        <>
          <h1 className="break-words">{team.name}</h1>
          <p className="flex flex-wrap items-center gap-2 text-muted">
            <code className="font-mono break-all">{team.handle}</code>
            <Badge tone={team.visibility === "private" ? "warn" : "neutral"}>{team.visibility}</Badge>
          </p>
        </>
      }
      actions={
        <>
          {mayActAs(user, "admin") && (
            <ButtonLink to="/teams/$id/dashboard" params={{ id: team.id }}>
              <ChartColumn size={14} aria-hidden="true" /> Dashboard
            </ButtonLink>
          )}
          {mayManage && (
            <Button onClick={() => setOpen("edit")}>
              <Pencil size={14} aria-hidden="true" /> Edit
            </Button>
          )}
          {team.role !== null && (
            <Button onClick={() => setOpen("leave")}>
              <LogOut size={14} aria-hidden="true" /> Leave
            </Button>
          )}
          {mayManage && (
            <Button variant="danger" onClick={() => setOpen("delete")}>
              <Trash2 size={14} aria-hidden="true" /> Delete
            </Button>
          )}
        </>
      }
    >
      <TeamMembers team={team} mayManage={mayManage} />
      {open === "edit" && <EditDialog team={team} onClose={close} />}
      {open === "leave" && <LeaveDialog team={team} onClose={close} />}
      {open === "delete" && <DeleteDialog team={team} onClose={close} />}
    </Page>
  );
}

interface TeamDialogProps {
  readonly team: Team;
  readonly onClose: () => void;
}

function EditDialog({ team, onClose }: TeamDialogProps) {
  const toast = useToast();
  const { name, description, visibility } = team;
  const form = useTexts<TeamTexts>({ name, description, visibility });
  const update = useAction("updateTeam", {
    refreshes: ["getTeam", ...LISTS],
    onDone: () => {
      toast.say("Team updated.");
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${team.name}`}
      action="Save"
      busy={update.isPending}
      problem={update.error}
      onSubmit={() =>
        update.mutate({
          params: { id: team.id },
          body: { ...form.values, visibility: form.values.visibility as Visibility },
        })
      }
      onClose={onClose}
    >
      <TeamFields bind={form.bind} problem={update.error} />
    </FormDialog>
  );
}

function LeaveDialog({ team, onClose }: TeamDialogProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const leave = useAction("leaveTeam", {
    refreshes: LISTS,
    onDone: async () => {
      toast.say(`You left ${team.name}.`);
      await navigate({ to: "/teams" });
    },
  });
  return (
    <Confirmation
      title={`Leave ${team.name}?`}
      description="You can no longer edit the team's items. To rejoin, an owner must add you again."
      action="Leave team"
      busy={leave.isPending}
      problem={leave.error}
      onConfirm={() => leave.mutate({ params: { id: team.id } })}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ team, onClose }: TeamDialogProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useAction("deleteTeam", {
    refreshes: LISTS,
    onDone: async () => {
      toast.say(`Deleted ${team.name}.`);
      await navigate({ to: "/teams" });
    },
  });
  return (
    <Confirmation
      title={`Delete ${team.name}?`}
      description="Deletes the team and its memberships. A team that owns items cannot be deleted until they are deleted or transferred."
      action="Delete team"
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: team.id } })}
      onClose={onClose}
    />
  );
}
