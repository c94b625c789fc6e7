import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Combobox, type ComboboxOption } from "./combobox.js";
import type { FieldIds } from "./field.js";
import { matchingOptions } from "./matching-options.js";

interface ChoiceBoxProps {
  readonly ids: FieldIds;
  readonly value: string;
  readonly options: readonly ComboboxOption[];
  /** The accessible name of the list. */
  readonly listLabel: string;
  readonly onChoose: (value: string) => void;
}

/** One of many options, found by typing a part of its name. A short list is better served by the native control. */
export function ChoiceBox({ ids, value, options, listLabel, onChoose }: ChoiceBoxProps) {
  const [typed, setTyped] = useState<string>();
  const stop = (): void => setTyped(undefined);
  const shown = typed === undefined ? options : matchingOptions(options, typed);
  return (
    <div className="relative">
      <Combobox
        ids={ids}
        text={typed ?? options.find(({ id }) => id === value)?.label ?? value}
        options={shown}
        listLabel={listLabel}
        note={`No option matches "${typed ?? ""}".`}
        className="pr-8"
        offersFirst={typed !== undefined}
        selectsText
        onType={setTyped}
        onLeave={stop}
        onChoose={({ id }) => {
          stop();
          onChoose(id);
        }}
      />
      <ChevronDown
        size={14}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
