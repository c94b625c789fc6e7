import type { MySubmission } from "@tackroom/contract";

/** A reviewer has answered, and the next step is the author's. Other submissions wait for a reviewer. */
export const isAnswered = ({
  status,
  changes_requested_at: asked,
}: Pick<MySubmission, "status" | "changes_requested_at">): boolean => status === "rejected" || asked !== null;
