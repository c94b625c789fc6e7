import type { ApiProblem } from "../../api/problem.js";

/** The decision was refused: the submission has changed since it was opened, or another reviewer has decided. */
export const isOvertaken = ({ code }: ApiProblem): boolean =>
  code === "changed_since_review" || code === "invalid_state";
