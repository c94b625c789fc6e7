import { Radio } from "lucide-react";
import { Badge } from "../../ui/feedback/badge.js";

/** Whether the page is told of changes, or has to ask. */
export const LiveBadge = ({ live }: { readonly live: boolean }) => (
  <Badge
    tone={live ? "good" : "neutral"}
    role="status"
    // As wide with either word.
    className="min-w-25 justify-center"
    title={live ? "Updates are shown in real time." : "Polling the server every few seconds."}
  >
    <Radio size={12} aria-hidden="true" /> {live ? "live" : "connecting"}
  </Badge>
);
