import type { Session } from "@tackroom/contract";
import { classes } from "../../../ui/theme/classes.js";

const STEP = 3;
const HEIGHT = 16;
const LEAST = 2;

/** Tool calls over the active time. The numbers beside it say the same in words. */
export function Steps({ activity, isLive }: { readonly activity: Session["activity"]; readonly isLive: boolean }) {
  const most = Math.max(1, ...activity.map(({ calls }) => calls));
  const last = activity.length - 1;
  return (
    <svg
      aria-hidden="true"
      width={24 * STEP}
      height={HEIGHT}
      viewBox={`0 0 ${24 * STEP} ${HEIGHT}`}
      className="block text-line-strong"
    >
      {activity.map(({ calls, failures }, place) => {
        const height = Math.max(LEAST, Math.round((calls / most) * HEIGHT));
        return (
          <rect
            key={place}
            x={place * STEP}
            y={(HEIGHT - height) / 2}
            width={2}
            height={height}
            rx={1}
            className={classes(
              "fill-current",
              failures > 0 ? "text-bad" : isLive && place === last ? "text-info" : undefined,
            )}
          />
        );
      })}
    </svg>
  );
}
