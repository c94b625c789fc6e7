import { classes } from "../../ui/theme/classes.js";
import type { Client } from "./clients.js";

interface ClientChoiceProps {
  readonly clients: readonly Client[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** More than a segmented control holds, and all of them worth seeing at once. */
export const ClientChoice = ({ clients, chosen, onChoose }: ClientChoiceProps) => (
  <div role="group" aria-label="Client" className="grid grid-cols-2 gap-2 sm:grid-cols-3">
    {clients.map(({ id, name, reads }) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === chosen}
        onClick={() => onChoose(id)}
        className={classes(
          "flex min-w-0 flex-col rounded-md border px-3 py-2 text-left transition-colors",
          id === chosen ? "border-accent bg-accent-soft" : "border-line bg-raised hover:bg-hover",
        )}
      >
        <span className="font-medium">{name}</span>
        <span className={classes("text-sm", id === chosen ? "text-ink-2" : "text-muted")}>{reads}</span>
      </button>
    ))}
  </div>
);
