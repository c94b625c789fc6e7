import { useEffect, useState } from "react";

/**
 * The last value that stayed for a moment while nothing was missing; until then the one before. What is shown for it
 * neither follows every key nor disappears while something is on its way.
 */
export function useSettled<Value>(
  value: Value,
  { ready, afterMs }: { readonly ready: boolean; readonly afterMs: number },
) {
  const [settled, settle] = useState<Value | undefined>(ready ? value : undefined);
  const isFirst = settled === undefined;
  useEffect(() => {
    if (!ready) return undefined;
    const timer = setTimeout(() => settle(() => value), isFirst ? 0 : afterMs);
    return () => clearTimeout(timer);
  }, [value, ready, afterMs, isFirst]);
  return settled;
}
