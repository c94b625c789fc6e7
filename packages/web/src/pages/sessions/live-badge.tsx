import { Radio } from "lucide-react";
import { Badge } from "../../ui/feedback/badge.js";

/** Whether the page receives updates immediately or polls. It does not say "live", which means a session that is still recorded. */
export const LiveBadge = ({ live }: { readonly live: boolean }) => (
  <Badge
    tone={live ? "good" : "neutral"}
    role="status"
    // The same width with either text.
    className="min-w-22 justify-center"
    title={live ? "Updates are shown in real time." : "Polling the server every few seconds."}
  >
    <Radio size={12} aria-hidden="true" /> {live ? "updating" : "polling"}
  </Badge>
);
