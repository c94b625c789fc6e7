import { Link, useRouter } from "@tanstack/react-router";
import { mayActAs, useUser } from "../api/session.js";
import { useIncomingTransfers } from "../api/transfers.js";
import { Badge } from "../ui/feedback/badge.js";
import { PLACES } from "./places.js";

const LOOK =
  "flex items-center gap-2.5 rounded-md px-2.5 py-1.5 font-medium text-muted hover:bg-hover hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent";

/** The places that the user can access. */
export function SideNav({ onGo }: { readonly onGo?: () => void }) {
  const user = useUser();
  const { routesByPath } = useRouter();
  const open = PLACES.filter(({ to, role }) => to in routesByPath && mayActAs(user, role));
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {open.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={LOOK}
          activeOptions={{ exact: to === "/" }}
          {...(onGo ? { onClick: onGo } : {})}
        >
          <Icon size={16} aria-hidden="true" /> {label}
          {to === "/" && <OfferCount />}
        </Link>
      ))}
    </nav>
  );
}

/** The number of pending transfers to the user. The row has the same height without it. */
function OfferCount() {
  const total = useIncomingTransfers().data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Badge tone="accent" className="-my-1 ml-auto">
      {total} <span className="sr-only">{total === 1 ? "item offered to you" : "items offered to you"}</span>
    </Badge>
  );
}
