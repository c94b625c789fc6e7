import { useState } from "react";
import { useMedia } from "../../../ui/theme/use-media.js";

/** The outline is beside the trace where there is room, and else a sheet. */
export function useRail() {
  const isWide = useMedia("(min-width: 64rem)");
  const [isHidden, setHidden] = useState(false);
  const [isSheet, setSheet] = useState(false);
  return {
    isBeside: isWide && !isHidden,
    isSheet: isSheet && !isWide,
    toggle: () => (isWide ? setHidden((before) => !before) : setSheet((before) => !before)),
    close: () => setSheet(false),
  };
}
