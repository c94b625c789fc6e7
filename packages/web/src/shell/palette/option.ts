import { ScrollText, Search, UserRound, type LucideIcon } from "lucide-react";
import { isItemType, KIND_WORDS } from "../../api/kinds.js";
import type { SeriesColour } from "../../ui/theme/series-colours.js";

export interface PaletteOption {
  readonly id: string;
  readonly label: string;
  /** Beside the label: where it is. */
  readonly detail?: string | undefined;
  /** At the end of the line: its state or age. */
  readonly hint?: string | undefined;
  readonly icon: LucideIcon;
  readonly colour: SeriesColour;
  /** The shortcut that does the same. */
  readonly keys?: string | undefined;
  /** An address of the app, or what to do. */
  readonly action: { readonly href: string } | { readonly run: () => void };
  /** What was found, which the recent choices describe; pages and commands are known by their IDs. */
  readonly look?: string | undefined;
  readonly preview?: Preview | undefined;
}

export interface Preview {
  readonly subtitle: string;
  readonly text: string;
  readonly facts: readonly (readonly [string, string])[];
}

export interface OptionGroup {
  readonly title: string;
  readonly options: readonly PaletteOption[];
}

const FOUND_LOOKS: Readonly<Record<string, LucideIcon>> = { session: ScrollText, person: UserRound };

/** How a thing that was found is drawn. */
export function drawn(look: string | undefined): Pick<PaletteOption, "icon" | "colour"> {
  if (isItemType(look)) return { icon: KIND_WORDS[look].icon, colour: KIND_WORDS[look].colour };
  return { icon: FOUND_LOOKS[look ?? ""] ?? Search, colour: "c6" };
}
