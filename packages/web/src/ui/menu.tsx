import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface MenuEntry {
  readonly label: ReactNode;
  readonly onSelect: () => void;
  readonly tone?: "bad";
}

interface MenuProps {
  readonly trigger: ReactNode;
  readonly heading?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

/**
 * Actions behind a button. Not modal: Radix would lock scrolling by a style element, which the policy forbids. In its place
 * and not at the end of the page, where it would be outside of every landmark.
 */
export function Menu({ trigger, heading, entries }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 min-w-44 rounded-md border border-line bg-raised p-1 text-left shadow-lg"
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
