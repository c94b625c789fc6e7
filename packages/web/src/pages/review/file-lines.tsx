import type { DiffLine } from "@tackroom/harness/steps";
import { MessageSquarePlus, UnfoldVertical } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import type { ReviewFile, RiskSignal } from "@tackroom/contract";
import { DIFF_LOOK, DiffRow, SplitDiffRow } from "../../ui/text/diff.js";
import { CommentForm } from "./comment-form.js";
import { CommentThread } from "./comment-thread.js";
import { foldedRows, splitRows, type SplitRow } from "./diff-rows.js";
import { Finding, lineAnchor } from "./finding.js";
import type { Thread } from "./threads.js";

export interface FileNotes {
  readonly itemId: string;
  /** Of the content that a new comment is about; undefined when it can no longer be commented on. */
  readonly digest: string | undefined;
  readonly signals: readonly RiskSignal[];
  readonly threads: readonly Thread[];
}

interface FileLinesProps {
  readonly lines: readonly DiffLine[];
  readonly file: ReviewFile;
  readonly isSplit: boolean;
  readonly notes: FileNotes;
}

/** How many lines of a new file are shown at first; the others are folded, except around findings and comments. */
const MAX_NEW_LINES = 400;

/** The lines around the changes, the findings and the comments; the others unfold on request. */
export function FileLines({ lines, file, isSplit, notes }: FileLinesProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [commented, setCommented] = useState<number>();
  const rows = useMemo<readonly SplitRow[]>(
    () => (isSplit ? splitRows(lines) : lines.map((line) => ({ left: undefined, right: line }))),
    [lines, isSplit],
  );
  const noted = new Set<number | null | undefined>([
    ...notes.signals.map(({ line }) => line),
    ...notes.threads.map(({ first }) => first.line),
    commented,
  ]);
  const shown = foldedRows(rows.length, (at) => {
    const { left, right } = rows[at] ?? NO_ROW;
    if (file.change === "added" && at < MAX_NEW_LINES) return true;
    return (
      [left, right].some((line) => line && line.sign !== " ") || (right?.newLine != null && noted.has(right.newLine))
    );
  });
  const lineAt = (at: number) => (
    <Line
      key={at}
      row={rows[at] ?? NO_ROW}
      file={file.file}
      isSplit={isSplit}
      notes={notes}
      isNoted={noted.has(rows[at]?.right?.newLine ?? null)}
      commented={commented}
      onComment={setCommented}
    />
  );
  return (
    <div role="group" aria-label={`Changes in ${file.file}`} className={DIFF_LOOK}>
      {shown.map((row) => {
        if ("at" in row) return lineAt(row.at);
        if (!unfolded.has(row.from)) {
          return (
            <FoldedLines
              key={`fold-${row.from}`}
              count={row.to - row.from}
              onUnfold={() => setUnfolded(new Set([...unfolded, row.from]))}
            />
          );
        }
        return (
          <Fragment key={`fold-${row.from}`}>
            {Array.from({ length: row.to - row.from }, (_, place) => lineAt(row.from + place))}
          </Fragment>
        );
      })}
    </div>
  );
}

const NO_ROW: SplitRow = { left: undefined, right: undefined };

const FoldedLines = ({ count, onUnfold }: { readonly count: number; readonly onUnfold: () => void }) => (
  <button
    type="button"
    className="flex min-h-7 w-full items-center gap-2 bg-info-soft px-3 font-sans text-info"
    onClick={onUnfold}
  >
    <UnfoldVertical size={14} aria-hidden="true" /> Show {count} more lines
  </button>
);

interface LineProps {
  readonly row: SplitRow;
  readonly file: string;
  readonly isSplit: boolean;
  readonly notes: FileNotes;
  readonly isNoted: boolean;
  /** The line that is being commented on. */
  readonly commented: number | undefined;
  readonly onComment: (line: number | undefined) => void;
}

function Line({ row: { left, right }, file, isSplit, notes, isNoted, commented, onComment }: LineProps) {
  const number = right?.newLine ?? undefined;
  const action =
    notes.digest === undefined ? undefined : <CommentButton line={number} onComment={() => onComment(number)} />;
  return (
    <>
      <div {...(number === undefined ? {} : { id: lineAnchor(file, number) })} className="scroll-mt-24">
        {isSplit && <SplitDiffRow left={left} right={right} action={action} />}
        {!isSplit && right && <DiffRow line={right} action={action} />}
      </div>
      {number !== undefined && isNoted && (
        <Notes
          file={file}
          line={number}
          notes={notes}
          isOpen={commented === number}
          onClose={() => onComment(undefined)}
        />
      )}
    </>
  );
}

interface CommentButtonProps {
  /** Undefined for a line that is gone, which keeps the room of the button. */
  readonly line: number | undefined;
  readonly onComment: () => void;
}

const CommentButton = ({ line, onComment }: CommentButtonProps) =>
  line === undefined ? (
    <span className="min-h-6 w-6 shrink-0" />
  ) : (
    <button
      type="button"
      aria-label={`Comment on line ${line}`}
      onClick={onComment}
      className="flex min-h-6 w-6 shrink-0 items-start justify-center pt-1 text-muted hover:text-accent"
    >
      <MessageSquarePlus
        size={14}
        aria-hidden="true"
        className="sm:opacity-0 sm:group-focus-within/line:opacity-100 sm:group-hover/line:opacity-100"
      />
    </button>
  );

interface NotesProps {
  readonly file: string;
  readonly line: number;
  readonly notes: FileNotes;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What was found and said about a line, and the form for more. */
function Notes({ file, line, notes: { itemId, digest, signals, threads }, isOpen, onClose }: NotesProps) {
  return (
    <div className="flex flex-col gap-2 border-y border-line bg-sunken p-2 sm:pl-14">
      {signals
        .filter((signal) => signal.line === line)
        .map((signal) => (
          <Finding key={signal.code + signal.path} signal={signal} />
        ))}
      {threads
        .filter(({ first }) => first.line === line)
        .map((thread) => (
          <CommentThread key={thread.first.id} itemId={itemId} thread={thread} />
        ))}
      {isOpen && digest !== undefined && (
        <CommentForm
          itemId={itemId}
          about={{ digest, file, line }}
          label={`Comment on line ${line} of ${file}`}
          action="Comment"
          onClose={onClose}
        />
      )}
    </div>
  );
}
