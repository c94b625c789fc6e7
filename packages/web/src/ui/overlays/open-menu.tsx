import { DropdownMenu as Radix } from "radix-ui";
import { useEffect, useRef, type ReactNode } from "react";

export interface MenuEntry {
  readonly label: ReactNode;
  readonly onSelect: () => void;
  readonly tone?: "bad";
}

export interface MenuProps {
  readonly trigger: ReactNode;
  readonly heading?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

interface OpenMenuProps extends MenuProps {
  readonly byKeyboard: boolean;
}

/**
 * A menu that is open on first render. Not modal, because Radix would lock scrolling with a style element that the policy
 * blocks. Rendered in place, because the end of the page is outside of all landmarks.
 */
export function OpenMenu({ trigger, heading, entries, byKeyboard }: OpenMenuProps) {
  const content = useRef<HTMLDivElement>(null);
  // From then on Radix handles the trigger itself; it missed the first click.
  useEffect(() => {
    if (byKeyboard) content.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
  }, [byKeyboard]);
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        ref={content}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 min-w-44 rounded-md border border-line bg-raised p-1 text-left shadow-menu"
      >
        {heading !== undefined && (
          <Radix.Label className="border-b border-line px-2 pt-1 pb-2 text-sm text-muted">{heading}</Radix.Label>
        )}
        {entries.map((entry, place) => (
          <Radix.Item
            key={place}
            onSelect={entry.onSelect}
            className={`flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 -outline-offset-2 data-highlighted:bg-hover ${entry.tone === "bad" ? "text-bad" : ""}`}
          >
            {entry.label}
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Root>
  );
}
