import { useParams } from "@tanstack/react-router";
import { List } from "lucide-react";
import { mayActAs, useUser } from "../../api/session.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { Page } from "../../ui/layout/page.js";
import { isUnknownIn, nameIn, usePeople } from "../sessions/names.js";
import { DashboardView } from "./dashboard-view.js";
import { ExportMenu } from "./export-menu.js";
import { NoPermission } from "./no-permission.js";
import { PeriodPicker } from "./period-picker.js";
import { useDashboard } from "./use-dashboard.js";

/** The dashboard of one person, for those who may see that person's sessions. */
export function PersonPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const user = useUser();
  const isOwn = user.id === id;
  if (!isOwn && !mayActAs(user, "admin")) {
    return (
      <Page title="Person">
        <NoPermission>Only admins can see the activity of other users.</NoPermission>
      </Page>
    );
  }
  return <PersonShown key={id} id={id} ownName={isOwn ? user.username : undefined} />;
}

function PersonShown({ id, ownName }: { readonly id: string; readonly ownName: string | undefined }) {
  const dashboard = useDashboard({ user_id: id });
  const people = usePeople();
  const isUnknown = ownName === undefined && isUnknownIn(people, id);
  const name = isUnknown ? "Unknown user" : (ownName ?? (people.settled ? nameIn(people, id) : "Person"));
  return (
    <Page
      title={name}
      heading={
        <h1 className="wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
      }
      intro={
        isUnknown
          ? `No user has the ID ${id}. If the user was deleted, the sessions that they recorded are below.`
          : "Agent activity of one person. Select a number to see its sessions."
      }
      actions={
        <>
          <ButtonLink {...dashboard.behind()}>
            <List size={14} aria-hidden="true" /> Sessions
          </ButtonLink>
          <ExportMenu dashboard={dashboard} />
        </>
      }
    >
      <PeriodPicker dashboard={dashboard} />
      <DashboardView dashboard={dashboard} />
    </Page>
  );
}
