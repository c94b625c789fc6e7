import { ArrowDownToLine, Radio } from "lucide-react";
import { Button } from "../../../ui/actions/button.js";

interface FollowPillProps {
  readonly isFollowing: boolean;
  readonly fresh: number;
  readonly onFollow: () => void;
}

/** Says that the page follows a live session, or offers to. */
export const FollowPill = ({ isFollowing, fresh, onFollow }: FollowPillProps) => (
  <div className="pointer-events-none sticky bottom-4 z-20 flex justify-end">
    {isFollowing ? (
      <span
        role="status"
        className="pointer-events-auto inline-flex h-8 items-center gap-1.5 rounded-full bg-accent px-3 text-sm font-medium text-on-accent"
      >
        <Radio size={14} aria-hidden="true" /> Following live
      </span>
    ) : (
      <Button variant="primary" className="pointer-events-auto rounded-full" onClick={onFollow}>
        <ArrowDownToLine size={14} aria-hidden="true" /> Follow live
        {fresh > 0 && <span className="rounded-full border border-current px-1.5 text-xs">{fresh} new</span>}
      </Button>
    )}
  </div>
);
