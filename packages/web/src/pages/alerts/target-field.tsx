import { useEffect } from "react";
import { useList } from "../../api/queries.js";
import { Combobox } from "../../ui/forms/combobox.js";
import { Field } from "../../ui/forms/field.js";
import { useSettled } from "../../ui/forms/use-settled.js";
import type { AlertValues } from "./alert-values.js";

interface TargetFieldProps {
  readonly target: "agent" | "mcp";
  readonly id: string;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (change: Pick<AlertValues, "targetId" | "targetName">) => void;
}

const CALLS = { agent: "agents.listItems", mcp: "mcps.listItems" } as const;
const LABELS = { agent: "Agent", mcp: "MCP server" };
const MAX_OPTIONS = 20;

/** An item of the registry, or a name that clients report for something that is not in it. */
export function TargetField({ target, id, text, problem, onChange }: TargetFieldProps) {
  const isChosen = text !== id;
  const search = useSettled(isChosen ? "" : text.trim());
  const found = useList(CALLS[target], { query: { search, limit: MAX_OPTIONS } }, { keepsPrevious: true });
  const items = found.data?.items ?? [];
  const same = items.find(({ qualified_name, id: itemId }) => qualified_name === text.trim() && itemId !== id);
  // A full name that was typed means the same item as one that was chosen.
  useEffect(() => {
    if (same) onChange({ targetId: same.id, targetName: same.qualified_name });
  });
  return (
    <Field
      label={LABELS[target]}
      hint={
        isChosen || text.trim() === ""
          ? "Search the registry, or enter the name that clients report."
          : "Not chosen from the registry: matches what clients report by this name."
      }
      problem={problem}
    >
      {(ids) => (
        <Combobox
          ids={ids}
          text={text}
          maxLength={200}
          listLabel={target === "agent" ? "Agents" : "MCP servers"}
          placeholder="Search by name"
          note={found.isPending ? "Loading" : (found.error?.message ?? "No match in the registry")}
          options={items.map(({ id: key, qualified_name, description }) => ({
            id: key,
            label: qualified_name,
            ...(description === "" ? {} : { description }),
          }))}
          onType={(typed) => onChange({ targetId: typed, targetName: typed })}
          onChoose={({ id: chosen, label }) => onChange({ targetId: chosen, targetName: label })}
        />
      )}
    </Field>
  );
}
