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
  "Words of the redacted text."
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
  "Null when the price of a model is not known."
  costUsd: Float
  tokens: Tokens!
  integrity: Integrity!
  "In the order of their lines. Kinds: user assistant thinking tool_call tool_result system error other."
  events("1 to 200" first: Int = 50, after: String, kinds: [String!]): EventConnection!
}

type Tokens {
  input: Float!
  output: Float!
  cacheRead: Float!
  cacheWrite: Float!
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
