import { Check, CircleX, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { classes } from "../theme/classes.js";
import type { NoticeListProps } from "./notice.js";

/** Longer than for other messages: there is something to decide. */
const UNDO_MS = 12_000;

/** The messages in the corner of the page, each for a few seconds. */
export const ToastList = ({ notices, onClose }: NoticeListProps) => (
  <Radix.Provider duration={6000} label="Notification">
    {notices.map(({ id, text, tone, undo }) => (
      <Radix.Root
        key={id}
        {...(undo && { duration: UNDO_MS })}
        onOpenChange={(open) => !open && onClose(id)}
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
);
