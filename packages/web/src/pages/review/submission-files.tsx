import { useState } from "react";
import type { ReviewComment } from "@tackroom/contract";
import type { ReplyOf } from "@tackroom/contract/calls";
import { typeOfKind, type ItemDetail } from "../../api/kinds.js";
import { Segmented } from "../../ui/forms/segmented.js";
import { Section } from "../../ui/layout/card.js";
import { Markdown } from "../../ui/text/markdown.js";
import { useMedia } from "../../ui/theme/use-media.js";
import { ItemBody } from "../registry/item/item-body.js";
import { Discussion } from "./discussion.js";
import { FileTree } from "./file-tree.js";
import { FileView } from "./file-view.js";
import { isInPlace, threadsOf } from "./threads.js";

interface SubmissionFilesProps {
  readonly submission: ReplyOf<"getSubmission">;
  readonly files: ReplyOf<"listSubmissionFiles">;
  readonly comments: readonly ReviewComment[];
}

type View = "unified" | "split" | "rendered";

/** What is reviewed, file by file, with everything that was found and said in its place. */
export function SubmissionFiles({
  submission,
  files: { files, digest, base_version },
  comments,
}: SubmissionFilesProps) {
  const isWide = useMedia("(min-width: 80rem)");
  const [chosen, setView] = useState<View>("unified");
  const canSplit = isWide && base_version !== null;
  const view = chosen === "split" && !canSplit ? "unified" : chosen;
  const threads = threadsOf(comments);
  const inPlace = threads.filter(isInPlace);
  const isOpen = submission.status === "pending";
  const signals = submission.risk_signals;
  const notes = { itemId: submission.id, digest: isOpen ? digest : undefined, signals, threads: inPlace };
  const type = typeOfKind(submission.type);
  return (
    <>
      <Section
        title={base_version === null ? "Files" : `Changes since ${base_version}`}
        actions={
          <Segmented<View>
            label="How to show it"
            value={view}
            onChange={setView}
            segments={[
              { value: "unified", label: "Unified" },
              ...(canSplit ? [{ value: "split" as const, label: "Side by side" }] : []),
              { value: "rendered", label: "Rendered" },
            ]}
          />
        }
      >
        {view === "rendered" ? (
          <div className="flex flex-col gap-6">
            <Markdown text={submission.description} />
            {/* A submission has the same fields as the resulting item. */}
            {type && <ItemBody type={type} item={submission as unknown as ItemDetail} />}
          </div>
        ) : (
          <div className="flex flex-col gap-3">
            <FileTree files={files} signals={signals} threads={inPlace} />
            {files.map((file) => (
              <FileView key={file.file} file={file} isSplit={view === "split"} {...notes} />
            ))}
          </div>
        )}
      </Section>
      <Discussion
        itemId={submission.id}
        threads={threads.filter((thread) => !isInPlace(thread))}
        digest={isOpen ? digest : undefined}
      />
    </>
  );
}
