import { ApiProblem } from "../../../api/problem.js";
import { timeOfDay } from "../../../ui/data/days.js";

/** The server reports the end of another user's lock in UTC; it is shown in local time. */
export function withLocalTime(problem: ApiProblem): ApiProblem {
  const message = problem.message.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, (moment) => timeOfDay(new Date(moment)));
  const { status, code, requestId, fields } = problem;
  return new ApiProblem(message, { status, code, requestId, fields });
}
