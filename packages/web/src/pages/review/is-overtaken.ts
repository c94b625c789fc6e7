import type { ApiProblem } from "../../api/problem.js";

/** Nothing was decided: it is not what the reviewer has read any more, or another reviewer was faster. */
export const isOvertaken = ({ code }: ApiProblem): boolean =>
  code === "changed_since_review" || code === "invalid_state";
