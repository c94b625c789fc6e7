import { Tabs as Radix } from "radix-ui";
import { useEffect, useRef, type ReactNode } from "react";

export interface Tab {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** Only the content of the selected tab is rendered. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone, not all tabs fit: the selected one may be out of view.
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>("[data-state=active]");
    if (list.current && active) list.current.scrollLeft = scrollFor(list.current, active);
  }, [value]);
  const chosen = value === undefined ? { defaultValue: tabs[0]?.value ?? "" } : { value };
  return (
    <Radix.Root {...chosen} {...(onChange ? { onValueChange: onChange } : {})} className="flex flex-col gap-4">
      <Radix.List ref={list} aria-label={label} className="relative flex overflow-x-auto sm:gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px flex items-center gap-1.5 border-b-2 border-transparent px-1.5 py-2 text-sm font-medium sm:px-3 whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** Scrolls only as far as needed to show the whole tab. */
function scrollFor({ scrollLeft, clientWidth }: HTMLElement, { offsetLeft, offsetWidth }: HTMLElement): number {
  return Math.min(Math.max(scrollLeft, offsetLeft + offsetWidth - clientWidth), offsetLeft);
}
