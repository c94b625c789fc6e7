import { randomUUID } from "node:crypto";
import { ambiguousName, inWorld, published, stranger, type World } from "./registry-world.js";
import type { Scenario, Stage } from "./scenario.js";

type Answer = ReturnType<Stage["send"]>;

const ofAgents = (scenario: (world: World) => Answer): Scenario => inWorld("agents", scenario);
const nobodys = randomUUID();

/** What is made of the sessions of an agent is refused in the same ways. */
const ofAgent = (name: string, path: string): Record<string, Scenario> => ({
  [`${name} not_found`]: ({ send, user }) => send(`GET /agents/${nobodys}/${path}`, { token: user.token }),
  [`${name} ambiguous_name`]: ofAgents(async (world) =>
    world.send(`GET /agents/${await ambiguousName(world)}/${path}`, { token: world.boss.token }),
  ),
  [`${name} forbidden`]: ofAgents(async (world) => {
    const { token } = await stranger(world);
    return world.send(`GET /agents/${(await published(world)).id}/${path}`, { token });
  }),
  [`${name} validation_failed`]: ({ send, user }) =>
    send(`GET /agents/${nobodys}/${path}?days=0`, { token: user.token }),
});

const create = ({ send, boss: { token } }: Stage, agent_id: string, canary_value = "482913057716"): Answer =>
  send("POST /admin/canaries", {
    token,
    body: { agent_id, canary_type: "numeric", injection_point: "context", canary_value },
  });
const remove = ({ send, boss: { token } }: Stage, id: string): Answer =>
  send(`DELETE /admin/canaries/${id}`, { token });
const list = ({ send, boss: { token } }: Stage, path: string): Answer => send(`GET /admin/canaries/${path}`, { token });

export const SCORECARD_SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...ofAgent("getScorecard", "scorecard"),
  ...ofAgent("listScorecardSessions", "scorecard/sessions"),
  "createCanary not_found": (stage) => create(stage, nobodys),
  "createCanary conflict": ofAgents(async (world) => {
    const { id } = await published(world);
    await create(world, id);
    return create(world, id);
  }),
  "createCanary validation_failed": (stage) => create(stage, nobodys, "short"),
  "listCanaries validation_failed": (stage) => list(stage, "x".repeat(201)),
  "deleteCanary not_found": (stage) => remove(stage, nobodys),
  "deleteCanary validation_failed": (stage) => remove(stage, "no-id"),
  "listCanaryReports validation_failed": (stage) => list(stage, `${nobodys}/reports?limit=0`),
};
