import { useCallback, useMemo, useState } from "react";

/** What is open, by key; kept here since a row out of sight is unmounted. */
export interface Opened {
  readonly isOpen: (key: string, byDefault?: boolean) => boolean;
  readonly set: (key: string, open: boolean) => void;
}

export function useOpened(): Opened {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const set = useCallback(
    (key: string, open: boolean) =>
      setChosen((before) => (before.get(key) === open ? before : new Map([...before, [key, open]]))),
    [],
  );
  return useMemo(() => ({ isOpen: (key, byDefault = false) => chosen.get(key) ?? byDefault, set }), [chosen, set]);
}
