import { useEffect, useMemo, useRef } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import { Section } from "../../ui/layout/card.js";
import { VersionDiffView } from "../registry/version-diff.js";
import { changesBetween } from "./changes-between.js";

type Submission = ReplyOf<"getSubmission">;

interface ChangesSinceOpenedProps {
  /** The submission as the reviewer read it. */
  readonly read: Submission;
  readonly submission: Submission;
}

/** What a reviewer has not read yet in a submission that has changed. */
export function ChangesSinceOpened({ read, submission }: ChangesSinceOpenedProps) {
  const place = useRef<HTMLDivElement>(null);
  const diff = useMemo(
    () => ({ from: "when you opened it", to: "now", ...changesBetween(read, submission) }),
    [read, submission],
  );
  // Focused, because the reviewer continues reading here.
  useEffect(() => place.current?.focus(), [submission]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Section title="Changes since you opened it">
        <VersionDiffView diff={diff} />
      </Section>
    </div>
  );
}
