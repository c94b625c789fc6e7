import { Link } from "@tanstack/react-router";
import type { Activity } from "@tackroom/contract";
import { Time } from "../../ui/data/time.js";
import { initialsOf } from "../../ui/text/initials.js";
import { Panel, PanelNote } from "./panel.js";

/** What the members of the user's teams did lately. */
export const TeamActivity = ({ items }: { readonly items: readonly Activity[] }) => (
  <Panel title="Your teams">
    {items.length === 0 ? (
      <PanelNote>Nothing in the last 30 days. What members of your teams release and rate appears here.</PanelNote>
    ) : (
      <ul className="flex flex-col gap-2.5 p-4">
        {items.map((activity) => (
          <li key={`${activity.at} ${activity.actor.id}`} className="flex gap-2.5 text-sm">
            <span
              aria-hidden="true"
              className="flex size-5 shrink-0 items-center justify-center rounded-full bg-hover text-[0.5625rem] font-semibold"
            >
              {initialsOf(activity.actor.username)}
            </span>
            <span className="min-w-0 grow wrap-anywhere">
              <bdi className="font-medium">{activity.actor.name}</bdi> <Deed activity={activity} />
            </span>
            <span className="shrink-0 text-xs text-muted">
              <Time at={activity.at} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

function Deed({ activity }: { readonly activity: Activity }) {
  if (activity.kind === "released") {
    return (
      <>
        released <ItemLink {...activity} /> {activity.version}
      </>
    );
  }
  if (activity.kind === "rated") {
    return (
      <>
        rated <ItemLink {...activity} /> {activity.rating} of 5
        {activity.comment && <bdi className="line-clamp-2 text-ink-2">“{activity.comment}”</bdi>}
      </>
    );
  }
  return (
    <>
      joined{" "}
      <Link to="/teams/$id" params={{ id: activity.team_id }} className="font-medium hover:underline">
        <bdi>{activity.team_name}</bdi>
      </Link>
    </>
  );
}

function ItemLink({
  type,
  qualified_name: name,
}: Pick<Extract<Activity, { kind: "rated" }>, "type" | "qualified_name">) {
  const [namespace = "", slug = ""] = name.split("/");
  return (
    <Link
      to="/registry/$type/$namespace/$slug"
      params={{ type, namespace, slug }}
      className="font-medium hover:underline"
    >
      <bdi>{slug}</bdi>
    </Link>
  );
}
