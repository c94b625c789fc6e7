import type { LucideIcon } from "lucide-react";
import type { SeriesColour } from "../theme/series-colours.js";
import { classes } from "../theme/classes.js";

interface TileProps {
  readonly icon: LucideIcon;
  readonly colour: SeriesColour;
  /** The accessible name, where no text beside it says the same. */
  readonly label?: string;
  readonly size?: "normal" | "large";
}

/** The icon of a kind of thing on its colour. */
export const Tile = ({ icon: Icon, colour, label, size = "normal" }: TileProps) => (
  <span
    className={classes(
      "flex shrink-0 items-center justify-center rounded-md bg-[color-mix(in_srgb,currentColor_14%,var(--canvas))]",
      size === "large" ? "size-9" : "size-7",
    )}
    style={{ color: `var(--${colour})` }}
  >
    <Icon
      size={size === "large" ? 18 : 15}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    />
  </span>
);
