import { mayActAs, useUser } from "../../api/session.js";
import { Page } from "../../ui/layout/page.js";
import { Choice, FilterRow } from "../sessions/filter-fields.js";
import { useAgents, useHarnesses, usePeople, useTeams } from "../sessions/names.js";
import { DashboardView } from "./dashboard-view.js";
import { ExportMenu } from "./export-menu.js";
import { PeriodPicker } from "./period-picker.js";
import { useDashboard, type Dashboard } from "./use-dashboard.js";

const EVERYTHING = {};

/** Usage, cost and failures of everything that the viewer may see. */
export function DashboardPage() {
  const dashboard = useDashboard(EVERYTHING);
  const isAdmin = mayActAs(useUser(), "admin");
  return (
    <Page
      title="Dashboard"
      intro={
        isAdmin
          ? "Agent activity of all users. Select a number to see its sessions."
          : "Activity of your agents. Select a number to see its sessions."
      }
      actions={<ExportMenu dashboard={dashboard} />}
    >
      <div className="flex flex-col gap-3">
        <PeriodPicker dashboard={dashboard} />
        <Filters dashboard={dashboard} isAdmin={isAdmin} />
      </div>
      <DashboardView dashboard={dashboard} />
    </Page>
  );
}

function Filters({ dashboard, isAdmin }: { readonly dashboard: Dashboard; readonly isAdmin: boolean }) {
  const { params, change } = dashboard;
  const [agents, harnesses, people, teams] = [useAgents(), useHarnesses(), usePeople(), useTeams()];
  const choice = (name: string) => ({
    value: params[name],
    onChange: (value: string | undefined) => change({ [name]: value }),
  });
  return (
    <FilterRow>
      <Choice label="Harness" any="Any harness" options={harnesses.all} {...choice("harness")} />
      <Choice label="Agent" any="Any agent" options={agents.all} {...choice("agent_id")} />
      {isAdmin && <Choice label="Team" any="Any team" options={teams.all} {...choice("team_id")} />}
      {isAdmin && <Choice label="User" any="All users" options={people.all} {...choice("user_id")} />}
    </FilterRow>
  );
}
