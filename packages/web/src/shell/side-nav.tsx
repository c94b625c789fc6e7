import { Link, useRouter } from "@tanstack/react-router";
import { mayActAs, useUser } from "../api/session.js";
import { PLACES } from "./places.js";

const LOOK =
  "flex items-center gap-2.5 rounded-md px-2.5 py-1.5 font-medium text-muted hover:bg-hover hover:text-ink data-[status=active]:bg-accent-soft data-[status=active]:text-accent";

/** The places that this person may go to. */
export function SideNav({ onGo }: { readonly onGo?: () => void }) {
  const user = useUser();
  const { routesByPath } = useRouter();
  const open = PLACES.filter(({ to, role }) => to in routesByPath && mayActAs(user, role));
  return (
    <nav aria-label="Main" className="flex flex-col gap-0.5">
      {open.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className={LOOK} {...(onGo ? { onClick: onGo } : {})}>
          <Icon size={16} aria-hidden="true" /> {label}
        </Link>
      ))}
    </nav>
  );
}
