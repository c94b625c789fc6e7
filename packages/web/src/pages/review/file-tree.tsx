import type { ReviewFile, RiskSignal } from "@tackroom/contract";
import { Badge } from "../../ui/feedback/badge.js";
import { goTo } from "./findings.js";
import type { Thread } from "./threads.js";

interface FileTreeProps {
  readonly files: readonly ReviewFile[];
  readonly signals: readonly RiskSignal[];
  readonly threads: readonly Thread[];
}

const SIGNS: Readonly<Record<ReviewFile["change"], string>> = { added: "+", changed: "±", removed: "−", unchanged: "" };

/** The files by folder, each with its findings and open comments. */
export function FileTree({ files, signals, threads }: FileTreeProps) {
  const marksOf = (name: string) => ({
    findings: signals.filter(({ file }) => file === name).length,
    comments: threads.filter(({ first }) => first.file === name && first.resolved_at === null).length,
  });
  return (
    <nav aria-label="Files">
      <ul className="flex flex-col">
        {files.map(({ file, change }) => (
          <li key={file}>
            <button
              type="button"
              className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hover"
              onClick={() => goTo(file)}
            >
              <span className="min-w-0 grow font-mono text-xs wrap-anywhere">
                <FolderedName file={file} />
              </span>
              <Marks {...marksOf(file)} />
              <span className="w-3 shrink-0 font-mono text-xs text-muted" title={change}>
                {SIGNS[change]}
                <span className="sr-only">{change}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function FolderedName({ file }: { readonly file: string }) {
  const end = file.lastIndexOf("/") + 1;
  return (
    <>
      <span className="text-muted">{file.slice(0, end)}</span>
      {file.slice(end)}
    </>
  );
}

const Marks = ({ findings, comments }: { readonly findings: number; readonly comments: number }) => (
  <>
    {findings > 0 && (
      <Badge tone="warn">
        {findings}
        <span className="sr-only">{findings === 1 ? " finding" : " findings"}</span>
      </Badge>
    )}
    {comments > 0 && (
      <Badge tone="info">
        {comments}
        <span className="sr-only">{comments === 1 ? " open comment" : " open comments"}</span>
      </Badge>
    )}
  </>
);
