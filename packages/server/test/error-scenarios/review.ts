import { randomUUID } from "node:crypto";
import { runSql } from "../../src/platform/relational/index.js";
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

const WRONG_DIGEST = `sha256:${"0".repeat(64)}`;

const wanting = (item: (world: World) => Promise<string>, body: object = {}): Scenario =>
  inWorld("mcps", async (world) => {
    const id = await item(world);
    const { digest = WRONG_DIGEST } = (await world.send(`GET /review/${id}`, { token: world.boss.token })).json();
    const wanted = { message: "Pin it.", digest, ...body };
    return world.send(`POST /review/${id}/request-changes`, { token: world.boss.token, body: wanted });
  });

const listing = (what: "files" | "comments", item: (world: World) => Promise<string>, query = ""): Scenario =>
  inWorld("mcps", async (world) =>
    world.send(`GET /review/${await item(world)}/${what}${query}`, { token: world.boss.token }),
  );

const commenting = (item: (world: World) => Promise<string>, body: object): Scenario =>
  inWorld("mcps", async (world) =>
    world.send(`POST /review/${await item(world)}/comments`, {
      token: world.boss.token,
      body: { text: "Why?", ...body },
    }),
  );

const commented = async (world: World): Promise<{ item: string; comment: string; digest: string }> => {
  const { id, digest } = await world.shelf.submit(world.type, world.user);
  const body = { text: "Why?", digest };
  const made = await world.send(`POST /review/${id}/comments`, { token: world.boss.token, body });
  return { item: id, comment: made.json<{ id: string }>().id, digest };
};

/** As many as there may be. */
const fullOfComments: Scenario = (stage) =>
  inWorld("mcps", async (world) => {
    const { item, digest } = await commented(world);
    await runSql(
      stage.server.platform.relational,
      `INSERT INTO review_comment (id, item_id, version_id, kind, version, digest, text)
       SELECT gen_random_uuid(), item_id, version_id, kind, version, digest, text
       FROM review_comment, generate_series(1, 199) WHERE item_id = $1`,
      [item],
    );
    return world.send(`POST /review/${item}/comments`, { token: world.boss.token, body: { text: "Why?", digest } });
  })(stage);

const changing = (method: "PATCH" | "DELETE", item: (world: World) => Promise<string>): Scenario =>
  inWorld("mcps", async (world) => {
    const body = method === "PATCH" ? { resolved: true } : undefined;
    const path = `/review/${await item(world)}/comments/${randomUUID()}`;
    return world.send(`${method} ${path}`, { token: world.boss.token, body });
  });

const answered = (method: "PATCH" | "DELETE"): Scenario =>
  inWorld("mcps", async (world) => {
    const { item, comment } = await commented(world);
    const body = { text: "Because.", reply_to: comment };
    const reply = await world.send(`POST /review/${item}/comments`, { token: world.boss.token, body });
    const id = method === "DELETE" ? comment : reply.json<{ id: string }>().id;
    const change = method === "PATCH" ? { resolved: true } : undefined;
    return world.send(`${method} /review/${item}/comments/${id}`, { token: world.boss.token, body: change });
  });

const COMMENT_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "listSubmissionFiles not_found": listing("files", nothing),
  "listSubmissionFiles ambiguous_name": listing("files", ambiguousName),
  "listSubmissionFiles invalid_state": listing("files", (world) => draft(world, {})),
  "listComments not_found": listing("comments", nothing),
  "listComments ambiguous_name": listing("comments", ambiguousName),
  "listComments validation_failed": listing("comments", pending, "?limit=0"),
  "createComment not_found": commenting(nothing, { digest: WRONG_DIGEST }),
  "createComment ambiguous_name": commenting(ambiguousName, { digest: WRONG_DIGEST }),
  "createComment invalid_state": commenting(approved, { digest: WRONG_DIGEST }),
  "createComment changed_since_review": commenting(pending, { digest: WRONG_DIGEST }),
  "createComment conflict": fullOfComments,
  "createComment validation_failed": commenting(pending, {}),
  "updateComment not_found": changing("PATCH", pending),
  "updateComment ambiguous_name": changing("PATCH", ambiguousName),
  "updateComment invalid_state": answered("PATCH"),
  "deleteComment not_found": changing("DELETE", pending),
  "deleteComment ambiguous_name": changing("DELETE", ambiguousName),
  "deleteComment invalid_state": answered("DELETE"),
  "deleteComment forbidden": inWorld("mcps", async (world) => {
    const { item, comment } = await commented(world);
    return world.send(`DELETE /review/${item}/comments/${comment}`, { token: world.user.token });
  }),
};

const requestErrors: Readonly<Record<string, Scenario>> = {
  not_found: wanting(nothing),
  ambiguous_name: wanting(ambiguousName),
  invalid_state: wanting(approved),
  edit_locked: wanting(edited),
  changed_since_review: wanting(pending, { digest: WRONG_DIGEST }),
  validation_failed: wanting(pending, { message: "" }),
};

export const REVIEW_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "getSubmission not_found": looking(nothing),
  "getSubmission ambiguous_name": looking(ambiguousName),
  "getSubmission invalid_state": looking((world) => draft(world, {})),
  ...under("approveSubmission", decisionErrors("approve")),
  "approveSubmission validation_failed": decideOn("approve", pending, { category: "no-such-category" }),
  "approveSubmission blocking_components": decideOn("approve", agentOfPending),
  "approveSubmission changed_since_review": decideOn("approve", pending, { digest: WRONG_DIGEST }),
  ...under("rejectSubmission", decisionErrors("reject")),
  "rejectSubmission changed_since_review": decideOn("reject", pending, { digest: WRONG_DIGEST }),
  ...under("requestChanges", requestErrors),
  "decideSubmissions validation_failed": ({ send, boss: { token } }) =>
    send("POST /review/decisions", { token, body: { action: "approve", submissions: [] } }),
  ...COMMENT_SCENARIOS,

  "getArtifact not_found": ({ send, user: { token } }) => send(`GET /artifacts/mcp/${randomUUID()}/1.0.0`, { token }),
  "getArtifact gone": inWorld("mcps", async ({ shelf, send, user, boss }) => {
    const { id } = await shelf.publish("mcps", user);
    await send(`DELETE /mcps/${id}`, { token: boss.token });
    return send(`GET /artifacts/mcp/${id}/1.0.0`, { token: user.token });
  }),
};
