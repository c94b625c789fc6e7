import { Radio, ShieldAlert, ShieldCheck, ShieldQuestion } from "lucide-react";
import type { Session } from "@tackroom/contract";
import { Badge } from "../../ui/feedback/badge.js";
import { isLive } from "./is-live.js";

export function StateBadge({ session }: { readonly session: Pick<Session, "final" | "last_event_at"> }) {
  if (session.final) return <Badge>finished</Badge>;
  if (!isLive(session)) return <Badge>not finished</Badge>;
  return (
    <Badge tone="info">
      <Radio size={12} aria-hidden="true" /> live
    </Badge>
  );
}

/** Whether the stored session matches the transcript. */
export function IntegrityBadge({ integrity }: Pick<Session, "integrity">) {
  const { ok, repair_from_line: line } = integrity;
  if (ok === null) {
    return (
      <Badge title="Verified against the transcript when the session ends.">
        <ShieldQuestion size={12} aria-hidden="true" /> not verified yet
      </Badge>
    );
  }
  if (ok) {
    return (
      <Badge tone="good" title="The hash of the stored lines matches the transcript.">
        <ShieldCheck size={12} aria-hidden="true" /> complete
      </Badge>
    );
  }
  return (
    <Badge tone="bad" title="The stored lines differ from the transcript. Run `tack reconcile` to send them again.">
      <ShieldAlert size={12} aria-hidden="true" /> {line === null ? "incomplete" : `differs from line ${line}`}
    </Badge>
  );
}
