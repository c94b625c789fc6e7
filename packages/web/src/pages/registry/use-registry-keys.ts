import type { RefObject } from "react";
import { useCall } from "../../api/queries.js";
import { ITEM_TYPES, KIND_WORDS, type ItemType } from "../../api/kinds.js";
import { useShortcuts } from "../../ui/actions/shortcuts.js";
import { useToast } from "../../ui/feedback/toast.js";
import { installCommand } from "./item/install-files.js";
import { lastHarness } from "./item/last-harness.js";
import type { RegistryRow } from "./registry-rows.js";

interface RegistryKeys {
  readonly list: RefObject<HTMLElement | null>;
  readonly rows: readonly RegistryRow[];
  /** The one that the list is narrowed to, or empty. */
  readonly harness: string;
  readonly onType: (type: ItemType | undefined) => void;
}

/** `j` and `k` move the focus from row to row, so that Enter opens the item; `c` copies how to install it. */
export function useRegistryKeys({ list, rows, harness, onType }: RegistryKeys): void {
  const toast = useToast();
  const usual = useCall("getHarnesses").data?.default_harness ?? "claude-code";
  const links = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const focused = (): number => links().findIndex((link) => link === document.activeElement);
  const move = (by: 1 | -1): void => {
    const place = focused();
    const next = place === -1 ? links()[0] : links()[place + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  const copy = async (): Promise<void> => {
    const row = rows[Math.max(0, focused())];
    if (!row) return;
    const into = harness || (lastHarness() ?? row.item.supported_harnesses[0] ?? usual);
    try {
      await navigator.clipboard.writeText(installCommand(row.type, row.item.qualified_name, into));
      toast.say(`Copied the install command of ${row.item.name}.`);
    } catch {
      toast.complain("Copying is blocked by the browser. Open the item to see the command.");
    }
  };
  const kinds = [undefined, ...ITEM_TYPES].map((type, place) => [
    String(place + 1),
    { label: type === undefined ? "All kinds" : `Only ${KIND_WORDS[type].many}`, run: () => onType(type) },
  ]);
  useShortcuts({
    j: { label: "Next item", run: () => move(1) },
    k: { label: "Previous item", run: () => move(-1) },
    c: { label: "Copy the install command", run: () => void copy() },
    ...(Object.fromEntries(kinds) as Record<string, { label: string; run: () => void }>),
  });
}
