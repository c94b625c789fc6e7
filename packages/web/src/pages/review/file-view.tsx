import { ChevronDown, ChevronRight } from "lucide-react";
import { useMemo, useState } from "react";
import type { ReviewFile, RiskSignal } from "@tackroom/contract";
import { changedLines, linesOfFile } from "./diff-rows.js";
import { FileLines, type FileNotes } from "./file-lines.js";
import { Finding, lineAnchor } from "./finding.js";

interface FileViewProps extends FileNotes {
  readonly file: ReviewFile;
  readonly isSplit: boolean;
}

/** A file with what changed in it, and with the findings and comments below the lines that they are about. */
export function FileView({ file, isSplit, signals, threads, ...notes }: FileViewProps) {
  const lines = useMemo(() => linesOfFile(file), [file]);
  const { added, removed } = useMemo(() => changedLines(lines), [lines]);
  const own = signals.filter((signal) => signal.file === file.file);
  const said = threads.filter(({ first }) => first.file === file.file);
  const [open, setOpen] = useState(file.change !== "unchanged" || own.length > 0 || said.length > 0);
  return (
    <section
      id={lineAnchor(file.file)}
      aria-label={file.file}
      className="min-w-0 scroll-mt-16 overflow-hidden rounded-md border border-line"
    >
      <h3 className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 bg-sunken px-2 py-1 text-sm">
        <button
          type="button"
          aria-expanded={open}
          className="flex min-h-7 min-w-0 items-center gap-1 font-mono"
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronRight size={14} aria-hidden="true" />}
          <span className="min-w-0 wrap-anywhere">{file.file}</span>
        </button>
        <Change change={file.change} added={added} removed={removed} />
        {own.length > 0 && (
          <span className="text-muted">
            {own.length} {own.length === 1 ? "finding" : "findings"}
          </span>
        )}
      </h3>
      {open && (
        <div className="border-t border-line">
          <WholeFileFindings signals={own.filter(({ line }) => line === undefined)} />
          <FileLines lines={lines} file={file} isSplit={isSplit} notes={{ ...notes, signals: own, threads: said }} />
          {file.is_truncated && <p className="px-3 py-2 text-sm text-muted">The rest of the file is not shown.</p>}
        </div>
      )}
    </section>
  );
}

const WholeFileFindings = ({ signals }: { readonly signals: readonly RiskSignal[] }) =>
  signals.length > 0 && (
    <div className="flex flex-col gap-2 border-b border-line bg-sunken p-2">
      {signals.map((signal) => (
        <Finding key={signal.code + signal.path} signal={signal} />
      ))}
    </div>
  );

interface ChangeProps {
  readonly change: ReviewFile["change"];
  readonly added: number;
  readonly removed: number;
}

function Change({ change, added, removed }: ChangeProps) {
  if (change !== "changed") return <span className="text-muted">{change === "added" ? "new" : change}</span>;
  return (
    <span className="font-mono text-xs">
      <span className="text-good">+{added}</span> <span className="text-bad">−{removed}</span>
    </span>
  );
}
