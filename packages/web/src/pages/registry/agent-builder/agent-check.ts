import { AgentName } from "@tackroom/contract/registry";
import { schemaProblems } from "@tackroom/contract/schema-problems";
import type { FormBody } from "../submit/schemas.js";
import type { Check } from "../submit/use-item-form.js";
import { checkFor } from "../submit/use-submission.js";

/** What the body of a call holds against an agent, and what its name must be beyond being one. */
export function checkAgentFor(body: FormBody): Check {
  const check = checkFor("agents", body);
  return (written) => {
    const { name } = written.payload;
    if (typeof name !== "string") return check(written);
    const named = schemaProblems(AgentName, name).map(({ message }) => ({ path: "name", message }));
    return [...named, ...check(written)];
  };
}
