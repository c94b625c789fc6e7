import { SessionFilter } from "@tackroom/contract";
import { camelName } from "./camel-case.js";

/** What of a JSON schema decides how its member is written here. */
interface Member {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** The query of an endpoint as an input type, so that both have the same members. All are optional. */
function inputOf(name: string, { properties }: { readonly properties: Readonly<Record<string, Member>> }): string {
  const members = Object.entries(properties).map(([member, schema]) => {
    const description = describe(schema);
    return `${description === "" ? "" : `  ${JSON.stringify(description)}\n`}  ${camelName(member)}: ${typeOf(schema)}\n`;
  });
  return `input ${name} {\n${members.join("")}}\n`;
}

function describe({ description, enum: values }: Member): string {
  return [description, values && `One of ${values.join(", ")}`].filter((part) => part !== undefined).join(". ");
}

function typeOf({ type, format }: Member): string {
  if (type === "boolean") return "Boolean";
  return format === "uuid" ? "ID" : "String";
}

/** Contract §7.3, and what it leaves open: connections, events, three more figures of a session. */
export const TYPE_DEFINITIONS = `
type Query {
  "Always ok for a signed-in caller."
  health: String!
  "Null if not found or not visible to the caller. If several sessions have the id, the error is AMBIGUOUS: add harness, project or userId."
  session(id: String!, harness: String, project: String, userId: ID): Session
  "Most recent event first. Only the caller's sessions, or all sessions for admins."
  sessions("1 to 200" first: Int = 50, after: String, filter: SessionFilter): SessionConnection!
}

${inputOf("SessionFilter", SessionFilter)}
type Session {
  sessionId: String!
  harness: String!
  project: String!
  "The project, or the name of the working directory if the exporter did not send a project."
  projectName: String!
  "Secrets are redacted."
  title: String
  "The beginning of the first prompt, with secrets redacted."
  firstPrompt: String
  "The directory that the session was started in."
  cwd: String
  "The last known branch of the session."
  gitBranch: String
  userId: ID!
  agentId: ID
  agentVersion: String
  parentSessionId: String
  startedAt: String
  lastEventAt: String
  final: Boolean!
  lineCount: Int!
  acknowledgedLine: Int!
  acknowledgedOffset: Float!
  generation: Int!
  eventCount: Int!
  prompts: Int!
  toolCalls: Int!
  toolFailures: Int!
  unreadableLines: Int!
  models: [String!]!
  totalCredits: Float
  "Sum of all known costs; see unpricedModels. Null if no cost is known."
  costUsd: Float
  "The part of costUsd reported by the harness rather than computed from prices."
  statedCostUsd: Float
  "Models without a known price."
  unpricedModels: [String!]!
  "Null if the transcript has no token usage."
  tokens: Tokens
  integrity: Integrity!
  "In line order. Kinds: user assistant thinking tool_call tool_result system error other."
  events("1 to 200" first: Int = 50, after: String, kinds: [String!]): EventConnection!
}

type Tokens {
  input: Float!
  output: Float!
  cacheRead: Float!
  cacheWrite: Float!
  "The part of cacheWrite with a one-hour lifetime."
  cacheWrite1h: Float!
  total: Float!
}

type Integrity {
  ok: Boolean
  serverHash: String
  repairFromLine: Int
  checkedAt: String
}

type PageInfo {
  hasNextPage: Boolean!
  endCursor: String
}

type SessionConnection {
  edges: [SessionEdge!]!
  pageInfo: PageInfo!
  totalCount: Int!
}

type SessionEdge {
  cursor: String!
  node: Session!
}

type EventConnection {
  edges: [EventEdge!]!
  pageInfo: PageInfo!
  totalCount: Int!
}

type EventEdge {
  cursor: String!
  node: Event!
}

type Event {
  line: Int!
  timestamp: String
  kind: String!
  text: String
  toolName: String
  "The same for a tool call and its result."
  toolUseId: String
  "JSON"
  toolInput: String
  toolOutput: String
  isError: Boolean!
  latencyMs: Float
  model: String
  tokens: Tokens
  "Null if there are no tokens or the model has no known price."
  costUsd: Float
  "The part of costUsd reported by the harness."
  statedCostUsd: Float
}

type SessionEvent {
  sessionId: String!
  "session_push, session_final or session_repair"
  eventName: String!
  harness: String!
  acknowledgedLine: Int!
  "The current state of the session: as of this update or a later one."
  session: Session
}

type ReviewEvent {
  listingId: String!
  "approved or rejected"
  action: String!
}

type Subscription {
  "Updates of the caller's sessions, or of the given session. Admins receive updates of all sessions."
  sessionUpdated(sessionId: String): SessionEvent!
  "Decisions on items that the caller reviews or owns, or on the given item."
  reviewUpdated(listingId: String): ReviewEvent!
}
`;
