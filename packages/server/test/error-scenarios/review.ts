import { randomUUID } from "node:crypto";
import { agentOfPending, ambiguousName, beingEdited, draft, inWorld, published, type World } from "./registry-world.js";
import type { Scenario } from "./scenario.js";

type Decision = "approve" | "reject";

const decideOn =
  (decision: Decision, item: (world: World) => Promise<string>, body = {}): Scenario =>
  (stage) =>
    inWorld("mcps", async (world) =>
      world.send(`POST /review/${await item(world)}/${decision}`, { token: world.boss.token, body }),
    )(stage);

const nothing = async (): Promise<string> => randomUUID();
const approved = async (world: World): Promise<string> => (await published(world)).id;
const edited = async (world: World): Promise<string> => (await beingEdited(world)).id;
const pending = async ({ shelf, type, user }: World): Promise<string> => (await shelf.submit(type, user)).id;

const decisionErrors = (decision: Decision): Record<string, Scenario> => ({
  not_found: decideOn(decision, nothing),
  ambiguous_name: decideOn(decision, ambiguousName),
  invalid_state: decideOn(decision, approved),
  edit_locked: decideOn(decision, edited),
});

const under = (name: string, scenarios: Record<string, Scenario>): Record<string, Scenario> =>
  Object.fromEntries(Object.entries(scenarios).map(([code, scenario]) => [`${name} ${code}`, scenario]));

const looking =
  (item: (world: World) => Promise<string>): Scenario =>
  (stage) =>
    inWorld("mcps", async (world) => world.send(`GET /review/${await item(world)}`, { token: world.boss.token }))(
      stage,
    );

export const REVIEW_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "getSubmission not_found": looking(nothing),
  "getSubmission ambiguous_name": looking(ambiguousName),
  "getSubmission invalid_state": looking((world) => draft(world, {})),
  ...under("approveSubmission", decisionErrors("approve")),
  "approveSubmission validation_failed": decideOn("approve", pending, { category: "no-such-category" }),
  "approveSubmission blocking_components": decideOn("approve", agentOfPending),
  "approveSubmission changed_since_review": decideOn("approve", pending, { digest: `sha256:${"0".repeat(64)}` }),
  ...under("rejectSubmission", decisionErrors("reject")),

  "getArtifact not_found": ({ send, user: { token } }) => send(`GET /artifacts/mcp/${randomUUID()}/1.0.0`, { token }),
  "getArtifact gone": inWorld("mcps", async ({ shelf, send, user, boss }) => {
    const { id } = await shelf.publish("mcps", user);
    await send(`DELETE /mcps/${id}`, { token: boss.token });
    return send(`GET /artifacts/mcp/${id}/1.0.0`, { token: user.token });
  }),
};
