/** Contract §7.3, and what it leaves open: connections, events, three more figures of a session. */
export const TYPE_DEFINITIONS = `
type Query {
  "Always ok: whoever gets it is signed in and heard."
  health: String!
  "Null when there is none that one may see. Several have the id: error AMBIGUOUS; say which."
  session(id: String!, harness: String, project: String, userId: ID): Session
  "The latest event first. One's own; admins see everyone's."
  sessions("1 to 200" first: Int = 50, after: String, filter: SessionFilter): SessionConnection!
}

input SessionFilter {
  harness: String
  agentId: ID
  project: String
  "Of others: for admins."
  userId: ID
  model: String
  hasErrors: Boolean
  "Words of the redacted text, or of title, first prompt, directory and branch."
  search: String
  "Date or RFC 3339 time"
  from: String
  "Date or RFC 3339 time"
  to: String
}

type Session {
  sessionId: String!
  harness: String!
  project: String!
  "The project, or the name of the working directory when the exporter gave none."
  projectName: String!
  "Without secrets."
  title: String
  "The beginning, without secrets."
  firstPrompt: String
  "The directory that the session began in."
  cwd: String
  "The branch that the session was on last."
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
  "The known sum: see unpricedModels. Null when nothing of it is known."
  costUsd: Float
  "The part of costUsd that the harness states itself, instead of being computed from prices."
  statedCostUsd: Float
  "Models whose tokens have no known price."
  unpricedModels: [String!]!
  "Null when the transcript does not tell what was used."
  tokens: Tokens
  integrity: Integrity!
  "In the order of their lines. Kinds: user assistant thinking tool_call tool_result system error other."
  events("1 to 200" first: Int = 50, after: String, kinds: [String!]): EventConnection!
}

type Tokens {
  input: Float!
  output: Float!
  cacheRead: Float!
  cacheWrite: Float!
  "The part of cacheWrite that is kept for an hour."
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
  "JSON"
  toolInput: String
  toolOutput: String
  isError: Boolean!
  latencyMs: Float
  model: String
  tokens: Tokens
  "Null without tokens, or when the price of the model is not known."
  costUsd: Float
  "The part of costUsd that the harness states itself."
  statedCostUsd: Float
}

type SessionEvent {
  sessionId: String!
  "session_push, session_final or session_repair"
  eventName: String!
  harness: String!
  acknowledgedLine: Int!
  "As it is now: as of this update, or of a later one."
  session: Session
}

type ReviewEvent {
  listingId: String!
  "approved or rejected"
  action: String!
}

type Subscription {
  "One's own sessions, or the one named; admins hear of everyone's."
  sessionUpdated(sessionId: String): SessionEvent!
  "Decisions on what one reviews or owns, or on the item named."
  reviewUpdated(listingId: String): ReviewEvent!
}
`;
