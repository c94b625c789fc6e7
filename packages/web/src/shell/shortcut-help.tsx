import { useState } from "react";
import { ShortcutKeys } from "../ui/actions/keyboard.js";
import { useShortcutList, type DescribedShortcut } from "../ui/actions/shortcuts.js";
import { Dialog } from "../ui/overlays/dialog.js";

/** Handled by dialogs and menus themselves. */
const ESCAPE: DescribedShortcut = { label: "Close what is open", keys: ["Escape"] };

/** What the keyboard does: taken from the shortcuts that are registered, so that it is what the page really has. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const list = useShortcutList();
  const [page] = useState(() => list("page"));
  const [everywhere] = useState(() => [...list("everywhere"), ESCAPE]);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      {page.length > 0 && <ShortcutTable title="This page" shortcuts={page} />}
      <ShortcutTable title="Everywhere" shortcuts={everywhere} />
    </Dialog>
  );
}

interface ShortcutTableProps {
  readonly title: string;
  readonly shortcuts: readonly DescribedShortcut[];
}

const ShortcutTable = ({ title, shortcuts }: ShortcutTableProps) => (
  <section aria-label={title}>
    <h3 className="pb-1 text-xs text-muted">{title}</h3>
    <dl className="grid gap-x-6 sm:grid-cols-2">
      {shortcuts.map(({ label, keys }) => (
        <div key={label} className="flex items-center justify-between gap-3 border-b border-line py-1.5 text-sm">
          <dt>{label}</dt>
          <dd className="flex shrink-0 items-center gap-1.5">
            {keys.map((each) => (
              <ShortcutKeys key={each} keys={each} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
