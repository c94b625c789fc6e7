import { useEffect, useState } from "react";

interface FollowIn {
  readonly isLive: boolean;
  /** Not where a link leads to a step. */
  readonly atFirst: boolean;
  readonly total: number;
  /** Changes when rows are added. */
  readonly rowCount: number;
  readonly toEnd: () => void;
}

const UPWARDS = new Set(["ArrowUp", "PageUp", "Home"]);

/** Follows the end of a live session until the reader scrolls up. */
export function useFollow({ isLive, atFirst, total, rowCount, toEnd }: FollowIn) {
  const [stoppedAt, setStoppedAt] = useState<number | undefined>(atFirst ? undefined : total);
  const isFollowing = isLive && stoppedAt === undefined;
  useEffect(() => {
    if (isFollowing && rowCount > 0) toEnd();
    // The callback is another one with every render.
  }, [isFollowing, total, rowCount]);
  useEffect(() => {
    if (!isFollowing) return undefined;
    const stop = (): void => setStoppedAt(total);
    const wheel = ({ deltaY }: WheelEvent): void => void (deltaY < 0 && stop());
    const press = ({ key }: KeyboardEvent): void => void (UPWARDS.has(key) && stop());
    window.addEventListener("wheel", wheel, { passive: true });
    window.addEventListener("touchmove", stop, { passive: true });
    window.addEventListener("keydown", press);
    return () => {
      window.removeEventListener("wheel", wheel);
      window.removeEventListener("touchmove", stop);
      window.removeEventListener("keydown", press);
    };
  }, [isFollowing, total]);
  return {
    isFollowing,
    /** Events since it stopped. */
    fresh: stoppedAt === undefined ? 0 : Math.max(0, total - stoppedAt),
    stop: () => setStoppedAt((before) => before ?? total),
    follow: () => setStoppedAt(undefined),
  };
}
