import { randomUUID } from "node:crypto";
import { ambiguousName, inWorld, type World } from "./registry-world.js";
import type { Scenario, Stage } from "./scenario.js";

const rating = { listing_type: "skill", rating: 4 };
const ofSkills = (scenario: (world: World) => ReturnType<Stage["send"]>): Scenario => inWorld("skills", scenario);
/** Among what a super admin sees, one name is that of two. */
const ofTwins = (scenario: (world: World, name: string) => ReturnType<Stage["send"]>): Scenario =>
  ofSkills(async (world) => scenario({ ...world, user: world.boss }, await ambiguousName(world)));
const nobodys = randomUUID();

/** Someone's rating of an item of theirs. */
async function rated({ shelf, user, send }: World): Promise<{ listing: string; feedback: string }> {
  const { id } = await shelf.publish("skills", user);
  const given = await send("POST /feedback", { token: user.token, body: { ...rating, listing_id: id } });
  return { listing: id, feedback: given.json().id };
}

const give = ({ send, user }: Stage, listing_id: string, more: object = {}): ReturnType<Stage["send"]> =>
  send("POST /feedback", { token: user.token, body: { ...rating, listing_id, ...more } });
const change = ({ send }: Stage, token: string, id: string, body: object = { rating: 1 }): ReturnType<Stage["send"]> =>
  send(`PUT /feedback/${id}`, { token, body });
const remove = ({ send }: Stage, token: string, id: string): ReturnType<Stage["send"]> =>
  send(`DELETE /feedback/${id}`, { token });
const read = ({ send, user }: Stage, path: string): ReturnType<Stage["send"]> =>
  send(`GET /feedback/${path}`, { token: user.token });

export const FEEDBACK_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "giveFeedback not_found": (stage) => give(stage, nobodys),
  "giveFeedback conflict": ofSkills(async (world) => give(world, (await rated(world)).listing)),
  "giveFeedback ambiguous_name": ofTwins((world, name) => give(world, name)),
  "giveFeedback validation_failed": (stage) => give(stage, nobodys, { comment: "a\u202eb" }),
  "listFeedback not_found": (stage) => read(stage, `skills/${nobodys}`),
  "listFeedback ambiguous_name": ofTwins((world, name) => read(world, `skill/${name}`)),
  "getFeedbackSummary not_found": (stage) => read(stage, `summary/${nobodys}`),
  "getFeedbackSummary ambiguous_name": ofTwins((world, name) => read(world, `summary/${name}`)),
  "getMyFeedback not_found": (stage) => read(stage, `mine/skill/${nobodys}`),
  "getMyFeedback ambiguous_name": ofTwins((world, name) => read(world, `mine/skill/${name}`)),
  "updateFeedback not_found": (stage) => change(stage, stage.user.token, nobodys),
  "updateFeedback forbidden": ofSkills(async (world) => change(world, world.boss.token, (await rated(world)).feedback)),
  "updateFeedback validation_failed": ofSkills(async (world) =>
    change(world, world.user.token, (await rated(world)).feedback, { comment: "a\u202eb" }),
  ),
  "deleteFeedback not_found": (stage) => remove(stage, stage.user.token, nobodys),
  "deleteFeedback forbidden": ofSkills(async (world) => remove(world, world.boss.token, (await rated(world)).feedback)),
};
