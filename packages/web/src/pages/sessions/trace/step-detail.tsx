import { commandOf, diffHunk, readToolInput, type FileChange } from "@tackroom/harness/steps";
import { Markdown } from "../../../ui/text/markdown.js";
import { Diff } from "../../../ui/text/diff.js";
import { StepOutput } from "./step-output.js";
import { Marked } from "./marked.js";
import { changesOf, type Step } from "./steps.js";

/** A command that is no longer is read in its line. */
const MAX_LINE_LENGTH = 60;

/** What a step opens to. */
export function StepDetail({ step }: { readonly step: Step }) {
  const { kind, event } = step;
  if (kind === "answer") return <Markdown text={event.text ?? ""} className="max-w-3xl py-1 text-base" />;
  if (event.kind !== "tool_call") {
    const text = event.text ?? event.tool_output ?? "";
    return (
      <Box>
        {text === "" ? (
          <Nothing />
        ) : (
          <StepOutput text={text} what="the text" hasFailed={step.hasFailed} line={event.line} />
        )}
      </Box>
    );
  }
  return <CallDetail step={step} />;
}

function CallDetail({ step }: { readonly step: Step }) {
  const { event, result, hasFailed } = step;
  const changes = changesOf(step);
  const output = result?.tool_output ?? "";
  const input = changes.length > 0 ? "" : inputText(step);
  return (
    <div className="flex flex-col gap-2">
      {changes.map((change, place) => (
        <ChangeBox key={place} change={change} />
      ))}
      {input !== "" && (
        <Box>
          <StepOutput text={input} what={step.kind === "command" ? "the command" : "the input"} line={event.line} />
        </Box>
      )}
      {(changes.length === 0 || hasFailed) && (
        <Box>
          {output === "" ? (
            <Nothing>{result ? "No output" : "No result yet"}</Nothing>
          ) : (
            <StepOutput text={output} what="the output" hasFailed={hasFailed} line={result?.line ?? event.line} />
          )}
        </Box>
      )}
      {event.model !== null && <p className="text-xs text-muted">{event.model}</p>}
    </div>
  );
}

/** The whole command where its line shows a part, or what a tool was given where it is more than its line. */
function inputText({ event, kind }: Step): string {
  const input = readToolInput(event.tool_input);
  if (kind === "command") {
    const command = commandOf(input) ?? "";
    return command.length > MAX_LINE_LENGTH || command.includes("\n") ? command : "";
  }
  if (kind === "read" || event.tool_input === null) return "";
  return typeof input === "string" ? input : JSON.stringify(input, null, 2);
}

function ChangeBox({ change: { path, kind, hunks } }: { readonly change: FileChange }) {
  return (
    <Box>
      <p className="truncate border-b border-line px-3 py-1 font-mono text-xs text-muted" title={path}>
        <Marked text={path} />
      </p>
      {kind === "delete" && <Nothing>Deleted</Nothing>}
      {hunks.map((hunk, place) => (
        <div key={place} className={place > 0 ? "border-t border-dashed border-line" : ""}>
          <Diff lines={diffHunk(hunk)} label={`Changes of ${path}`} />
        </div>
      ))}
    </Box>
  );
}

const Box = ({ children }: { readonly children: React.ReactNode }) => (
  <div className="overflow-hidden rounded-md border border-line bg-sunken">{children}</div>
);

const Nothing = ({ children = "Nothing to show" }: { readonly children?: React.ReactNode }) => (
  <p className="px-3 py-2 text-sm text-muted">{children}</p>
);
