import type { Scenario } from "./scenario.js";

export const GRAPHQL_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "executeGraphql validation_failed": ({ send, user }) => send("POST /graphql", { token: user.token, body: {} }),
};
