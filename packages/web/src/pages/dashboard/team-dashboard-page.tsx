import { useParams } from "@tanstack/react-router";
import { List, Users } from "lucide-react";
import { isNotFound } from "../../api/problem.js";
import { useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { NotFound } from "../../shell/failures.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Page } from "../../ui/layout/page.js";
import { DashboardView } from "./dashboard-view.js";
import { ExportMenu } from "./export-menu.js";
import { NoPermission } from "./no-permission.js";
import { PeriodPicker } from "./period-picker.js";
import { useDashboard } from "./use-dashboard.js";

/** The dashboard of a team, for those who may see the sessions of its members. */
export function TeamDashboardPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  if (mayActAs(useUser(), "admin")) return <TeamShown key={id} id={id} />;
  return (
    <Page title="Team">
      <NoPermission>Only admins can see the activity of a team.</NoPermission>
    </Page>
  );
}

function TeamShown({ id }: { readonly id: string }) {
  const dashboard = useDashboard({ team_id: id });
  const team = useCall("getTeam", { params: { id } });
  if (isNotFound(team.error)) return <NotFound />;
  const name = team.data?.name ?? "Team";
  return (
    <Page
      title={name}
      heading={
        <h1 className="wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
      }
      intro="Agent activity of the team's members. Select a number to see its sessions."
      actions={
        <>
          <ButtonLink to="/teams/$id" params={{ id }}>
            <Users size={14} aria-hidden="true" /> Members
          </ButtonLink>
          <ButtonLink {...dashboard.behind()}>
            <List size={14} aria-hidden="true" /> Sessions
          </ButtonLink>
          <ExportMenu dashboard={dashboard} />
        </>
      }
    >
      {team.error ? (
        <ErrorBox problem={team.error} onRetry={() => void team.refetch()} />
      ) : (
        <>
          <PeriodPicker dashboard={dashboard} />
          <DashboardView dashboard={dashboard} />
        </>
      )}
    </Page>
  );
}
