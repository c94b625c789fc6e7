import { X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { classes } from "../theme/classes.js";

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "good" | "bad";
}

interface Toaster {
  /** Reports success. */
  say(text: string): void;
  /** Reports a failure. */
  complain(text: string): void;
}

const ToastContext = createContext<Toaster | undefined>(undefined);

export function useToast(): Toaster {
  const toaster = useContext(ToastContext);
  if (!toaster) throw new Error("useToast must be used within a ToastProvider");
  return toaster;
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const add = useCallback((text: string, tone: Notice["tone"]) => {
    // Limits the number of visible messages.
    setNotices((shown) => [...shown.slice(-2), { id: (shown.at(-1)?.id ?? 0) + 1, text, tone }]);
  }, []);
  const toaster = useMemo(
    () => ({ say: (text: string) => add(text, "good"), complain: (text: string) => add(text, "bad") }),
    [add],
  );
  return (
    <ToastContext.Provider value={toaster}>
      <Radix.Provider duration={6000} label="Notification">
        {children}
        {notices.map(({ id, text, tone }) => (
          <Radix.Root
            key={id}
            onOpenChange={(open) => !open && setNotices((shown) => shown.filter((notice) => notice.id !== id))}
            className={classes(
              "flex items-start gap-2 rounded-md border bg-raised px-3 py-2 shadow-lg",
              tone === "bad" ? "border-bad" : "border-line",
            )}
          >
            <Radix.Description className={classes("grow", tone === "bad" && "text-bad")}>{text}</Radix.Description>
            <Radix.Close aria-label="Dismiss" className="rounded p-0.5 text-muted hover:text-ink">
              <X size={14} aria-hidden="true" />
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className="fixed right-0 bottom-0 z-50 flex w-96 max-w-full flex-col gap-2 p-4" />
      </Radix.Provider>
    </ToastContext.Provider>
  );
}
