import { TriangleAlert } from "lucide-react";
import { CodeBlock, Command } from "../../../ui/text/code-block.js";
import type { InstallSteps } from "./install-files.js";

interface InstallStepsViewProps {
  readonly steps: InstallSteps;
  readonly warnings: readonly string[];
}

/** The warnings, commands and files of an install. */
export function InstallStepsView({ steps: { files, commands }, warnings }: InstallStepsViewProps) {
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0">{warning}</span>
        </p>
      ))}
      {commands.map((command) => (
        <Command key={command} text={command} />
      ))}
      {files.map(({ path, text, merge }, place) => (
        // Not keyed by its text, which changes while the user types and would reset the scroll position.
        <div
          key={path + files.slice(0, place).filter((each) => each.path === path).length}
          className="flex flex-col gap-1"
        >
          <CodeBlock title={path} code={text} />
          {merge !== undefined && <p className="text-sm text-muted">{merge}</p>}
        </div>
      ))}
    </>
  );
}
