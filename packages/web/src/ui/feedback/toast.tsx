import { Check, CircleX, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { classes } from "../theme/classes.js";

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "good" | "bad";
  /** Reverts what the message reports. */
  readonly undo?: (() => void) | undefined;
}

interface Toaster {
  /** Reports success; `undo` reverts it. */
  say(text: string, undo?: () => void): void;
  /** Reports a failure. */
  complain(text: string): void;
}

/** Longer than for other messages: there is something to decide. */
const UNDO_MS = 12_000;

const ToastContext = createContext<Toaster | undefined>(undefined);

export function useToast(): Toaster {
  const toaster = useContext(ToastContext);
  if (!toaster) throw new Error("useToast must be used within a ToastProvider");
  return toaster;
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const add = useCallback((notice: Omit<Notice, "id">) => {
    // Limits the number of visible messages.
    setNotices((shown) => [...shown.slice(-2), { id: (shown.at(-1)?.id ?? 0) + 1, ...notice }]);
  }, []);
  const toaster = useMemo(
    (): Toaster => ({
      say: (text, undo) => add({ text, tone: "good", undo }),
      complain: (text) => add({ text, tone: "bad" }),
    }),
    [add],
  );
  return (
    <ToastContext.Provider value={toaster}>
      <Radix.Provider duration={6000} label="Notification">
        {children}
        {notices.map(({ id, text, tone, undo }) => (
          <Radix.Root
            key={id}
            {...(undo && { duration: UNDO_MS })}
            onOpenChange={(open) => !open && setNotices((shown) => shown.filter((notice) => notice.id !== id))}
            className={classes(
              "flex items-start gap-2.5 rounded-md border bg-raised px-3 py-2.5 text-sm shadow-menu",
              tone === "bad" ? "border-bad" : "border-line",
            )}
          >
            {tone === "bad" ? (
              <CircleX size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-bad" />
            ) : (
              <Check size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
            )}
            <Radix.Description className={classes("grow", tone === "bad" && "text-bad")}>{text}</Radix.Description>
            {undo && (
              <Radix.Action
                altText="Undo the change on the page"
                onClick={undo}
                className="rounded-sm font-medium text-accent underline hover:text-accent-strong"
              >
                Undo
              </Radix.Action>
            )}
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
