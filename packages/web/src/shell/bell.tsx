import { Bell as BellIcon } from "lucide-react";
import { useUnreadCount } from "../api/inbox.js";
import { ButtonLink } from "../ui/actions/button.js";

const MAX_SHOWN = 99;

/** Leads to the inbox. The number lies over the icon, so that nothing moves when it arrives. */
export function Bell() {
  const unread = useUnreadCount() ?? 0;
  return (
    <ButtonLink to="/inbox" variant="quiet" size="icon" className="relative">
      <BellIcon size={16} aria-hidden="true" />
      <span className="sr-only">Inbox{unread > 0 && `, ${unread} unread`}</span>
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4 font-medium text-on-accent tabular-nums"
        >
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </ButtonLink>
  );
}
