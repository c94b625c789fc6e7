import { createContext, lazy, Suspense, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { useLoadedSoon } from "../theme/use-loaded-soon.js";
import type { Notice } from "./notice.js";
import { PlainToasts } from "./plain-toasts.js";

interface Toaster {
  /** Reports success; `undo` reverts it. */
  say(text: string, undo?: () => void): void;
  /** Reports a failure. */
  complain(text: string): void;
}

const load = () => import("./toast-list.js");
// The message can be that the server cannot be reached, and then neither can this code.
const ToastList = lazy(() =>
  load().then(
    (loaded) => ({ default: loaded.ToastList }),
    () => ({ default: PlainToasts }),
  ),
);

const ToastContext = createContext<Toaster | undefined>(undefined);

export function useToast(): Toaster {
  const toaster = useContext(ToastContext);
  if (!toaster) throw new Error("useToast must be used within a ToastProvider");
  return toaster;
}

/** Most pages show no message, so the list of messages is loaded on demand. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  // The list stays when its last message has gone, because the focus may be in it.
  const [isUsed, setIsUsed] = useState(false);
  useLoadedSoon(load);
  const add = useCallback((notice: Omit<Notice, "id">) => {
    // Limits the number of visible messages.
    setNotices((shown) => [...shown.slice(-2), { id: (shown.at(-1)?.id ?? 0) + 1, ...notice }]);
    setIsUsed(true);
  }, []);
  const close = useCallback((id: number) => setNotices((shown) => shown.filter((notice) => notice.id !== id)), []);
  const toaster = useMemo(
    (): Toaster => ({
      say: (text, undo) => add({ text, tone: "good", undo }),
      complain: (text) => add({ text, tone: "bad" }),
    }),
    [add],
  );
  return (
    <ToastContext.Provider value={toaster}>
      {children}
      {isUsed && (
        <Suspense fallback={<PlainToasts notices={notices} onClose={close} />}>
          <ToastList notices={notices} onClose={close} />
        </Suspense>
      )}
    </ToastContext.Provider>
  );
}
