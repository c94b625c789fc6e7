import { randomUUID } from "node:crypto";
import { switchedOn, type Scenario, type Stage } from "./scenario.js";

const asked = { query: { text: "anything" } };
const search = ({ send }: Stage, token: string, body: object = asked): ReturnType<Stage["send"]> =>
  send("POST /ard/search", { token, body });
const explore = ({ send }: Stage, token: string): ReturnType<Stage["send"]> =>
  send("POST /ard/explore", { token, body: {} });
const entry = ({ send }: Stage, token: string, identifier: string): ReturnType<Stage["send"]> =>
  send(`GET /ard/entries/${encodeURIComponent(identifier)}`, { token });
const somewhere = `urn:air:tackroom.local:mcp:${randomUUID()}`;

export const DISCOVERY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "searchEntries validation_failed": (stage) => search(stage, stage.user.token, { query: {} }),
  "searchEntries unauthenticated": (stage) => search(stage, "rubbish"),
  "listEntries validation_failed": ({ send, user }) => send("GET /ard/agents?filter=kind", { token: user.token }),
  "listEntries unauthenticated": ({ send }) => send("GET /ard/agents", { token: "rubbish" }),
  "exploreEntries not_implemented": (stage) => explore(stage, stage.user.token),
  "exploreEntries validation_failed": switchedOn("discovery.explore_enabled", (stage) =>
    explore(stage, stage.user.token),
  ),
  "exploreEntries unauthenticated": (stage) => explore(stage, "rubbish"),
  "getEntry validation_failed": (stage) => entry(stage, stage.user.token, "rubbish"),
  "getEntry unauthenticated": (stage) => entry(stage, "rubbish", somewhere),
  "getEntry not_found": (stage) => entry(stage, stage.user.token, somewhere),
};
