import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "../actions/button.js";
import { classes } from "../theme/classes.js";
import { Scrim } from "./scrim.js";

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  /** `sheet` slides in from the left, like the navigation on a phone. */
  readonly shape?: "box" | "sheet";
  readonly className?: string;
  /** False if only its own button closes it. */
  readonly closable?: boolean;
  readonly children: ReactNode;
}

/** Traps the focus while open, closes on Escape and restores the focus. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  shape = "box",
  className,
  closable = true,
  children,
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          data-modal=""
          onOpenAutoFocus={focusFirstField}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={classes(`look-dialog look-dialog-${shape}`, className)}
        >
          <div className="flex items-start justify-between gap-2">
            <Radix.Title>{title}</Radix.Title>
            {closable && (
              <Radix.Close asChild>
                <Button variant="quiet" size="icon" aria-label="Close" className="-mt-1 -mr-1">
                  <X size={16} aria-hidden="true" />
                </Button>
              </Radix.Close>
            )}
          </div>
          {description !== undefined && <Radix.Description className="text-muted">{description}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field, or what sends a form without one, instead of the close button. */
function focusFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const field =
    content.querySelector<HTMLElement>("input, select, textarea") ??
    content.querySelector<HTMLElement>("button[type=submit]");
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/** The last row of a dialog, with its buttons. */
export const DialogButtons = ({ children }: { readonly children: ReactNode }) => (
  <div className="mt-1 flex flex-wrap justify-end gap-2">{children}</div>
);
