import { CircleCheck, CircleDashed } from "lucide-react";
import { useCall } from "../../api/queries.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { Time } from "../../ui/data/time.js";
import { surfaceName } from "./feeds/feed-words.js";

/** Fast enough to see the client arrive; the first use of a feed is stored at once. */
const ASKED_EVERY_MS = 2000;

/** Turns green when the first client has read the feed. */
export function LastUse({ feedId }: { readonly feedId: string }) {
  const feed = useCall("getFeed", { params: { id: feedId } }, { refetchEveryMs: ASKED_EVERY_MS, fresh: true });
  return (
    <Loaded query={feed} skeleton={<SkeletonRows rows={1} />}>
      {({ uses, name }) => (
        <div role="status" className="max-w-2xl">
          {uses.length === 0 ? (
            <p className="flex items-center gap-2 text-muted">
              <CircleDashed size={16} aria-hidden="true" className="shrink-0" />
              No client has used {name} yet. This changes by itself.
            </p>
          ) : (
            <ul className="flex flex-col gap-1">
              {uses.map(({ surface, last_used_at, count }) => (
                <li
                  key={surface}
                  className="flex items-center gap-2 rounded-md bg-good-soft px-3 py-2 font-medium text-good"
                >
                  <CircleCheck size={16} aria-hidden="true" className="shrink-0" />
                  <span className="grow">
                    {surfaceName(surface)} read <Time at={last_used_at} />
                  </span>
                  <span className="text-sm font-normal tabular-nums">
                    {count.toLocaleString("en")} {count === 1 ? "use" : "uses"}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  );
}
