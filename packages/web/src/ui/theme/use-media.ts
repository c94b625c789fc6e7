import { useCallback, useSyncExternalStore } from "react";

/** Whether the window is such now: `useMedia("(min-width: 64rem)")`. For what styles alone cannot do. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
