import { FileUp } from "lucide-react";
import { useState, type DragEvent, type ReactNode } from "react";
import { classes } from "../../../ui/theme/classes.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { valuesFromSkillMd } from "./skill-md.js";
import type { ItemForm } from "./use-item-form.js";

const MAX_BYTES = 1024 * 1024;

interface SkillDropProps {
  readonly form: Pick<ItemForm, "values" | "set">;
  readonly children: ReactNode;
}

/** Fills the form of a skill from a dropped or selected SKILL.md. */
export function SkillDrop({ form, children }: SkillDropProps) {
  const [over, setOver] = useState(false);
  const toast = useToast();
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) return toast.complain(`${file.name} is larger than 1 MiB. Is it a SKILL.md?`);
    form.set(valuesFromSkillMd(await file.text(), form.values));
    return toast.say(`Filled the form from ${file.name}.`);
  };
  return (
    <div
      className={classes("flex flex-col gap-6 rounded-lg", over && "outline-2 outline-offset-8 outline-accent")}
      onDragOver={(event: DragEvent) => {
        // Only files: dragging text within the form is ignored.
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        setOver(false);
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      <label className="flex cursor-pointer flex-wrap items-center gap-2 rounded-lg border border-dashed border-line-strong px-4 py-3 text-muted focus-within:outline-2 focus-within:outline-accent hover:bg-hover">
        <FileUp size={18} aria-hidden="true" />
        <span>
          Drop a SKILL.md here, or <span className="text-accent underline">choose one</span> to fill in the form.
        </span>
        <input
          type="file"
          accept=".md,text/markdown,text/plain"
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // Allows the same file to be selected again after it was changed.
            event.target.value = "";
          }}
        />
      </label>
      {children}
    </div>
  );
}
