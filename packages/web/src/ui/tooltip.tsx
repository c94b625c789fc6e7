import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** A hint about a control, for the mouse and for the keyboard. The control must have a name without it. */
export function Tooltip({ text, children }: { readonly text: ReactNode; readonly children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content sideOffset={4} className="z-50 max-w-72 rounded-md bg-ink px-2 py-1 text-sm text-canvas shadow">
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Provider delayDuration={300}>{children}</Radix.Provider>
);
