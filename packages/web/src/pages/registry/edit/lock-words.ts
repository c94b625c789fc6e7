import { ApiProblem } from "../../../api/problem.js";

/** The server tells until when someone else edits in its own time; people read theirs. */
export function withLocalTime(problem: ApiProblem): ApiProblem {
  const message = problem.message.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, (moment) =>
    new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
  );
  const { status, code, requestId, fields } = problem;
  return new ApiProblem(message, { status, code, requestId, fields });
}
