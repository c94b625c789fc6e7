import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useUnreadCount } from "../api/inbox.js";
import { useWaitingSubmissions } from "../api/review-queue.js";
import { mayActAs, useUser } from "../api/session.js";
import { useIncomingTransfers } from "../api/transfers.js";
import { ADMIN_PLACES, MAIN_PLACES, type Place } from "./places.js";

interface SideNavProps {
  /** Called when a place is chosen. */
  readonly onGo?: () => void;
}

/** The places that the user can access. */
export function SideNav({ onGo }: SideNavProps) {
  const isAdmin = mayActAs(useUser(), "admin");
  return (
    <>
      <nav aria-label="Main" className="flex flex-col gap-0.5">
        <PlaceLinks places={MAIN_PLACES} {...(onGo && { onGo })} />
      </nav>
      {isAdmin && (
        <nav aria-labelledby="administration" className="flex flex-col gap-0.5">
          <p id="administration" className="px-2 pt-3.5 pb-1 text-2xs font-medium text-muted">
            Administration
          </p>
          <PlaceLinks places={ADMIN_PLACES} {...(onGo && { onGo })} />
        </nav>
      )}
    </>
  );
}

function PlaceLinks({ places, onGo }: SideNavProps & { readonly places: readonly Place[] }) {
  const user = useUser();
  return places
    .filter(({ role }) => mayActAs(user, role))
    .map(({ to, label, icon: Icon }) => (
      <Link
        key={to}
        to={to}
        className="look-place"
        activeOptions={{ exact: to === "/" }}
        {...(onGo && { onClick: onGo })}
      >
        <Icon size={15} aria-hidden="true" /> {label}
        {COUNTS[to]}
      </Link>
    ));
}

function OfferCount() {
  const total = useIncomingTransfers().data?.total ?? 0;
  return <Count total={total} of={total === 1 ? "item offered to you" : "items offered to you"} />;
}

const UnreadCount = () => <Count total={useUnreadCount() ?? 0} of="unread" />;

const WaitingCount = () => <Count total={useWaitingSubmissions() ?? 0} of="waiting" />;

const MAX_SHOWN = 999;

const Count = ({ total, of }: { readonly total: number; readonly of: string }) =>
  total > 0 && (
    <span className="ml-auto text-2xs tabular-nums">
      {total > MAX_SHOWN ? `${MAX_SHOWN}+` : total} <span className="sr-only">{of}</span>
    </span>
  );

/** What waits behind a place. */
const COUNTS: Readonly<Partial<Record<string, ReactNode>>> = {
  "/": <OfferCount />,
  "/inbox": <UnreadCount />,
  "/review": <WaitingCount />,
};
