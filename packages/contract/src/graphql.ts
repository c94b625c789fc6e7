import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { nullable } from "./registry/fields.js";

/** A document is counted in tokens when it is parsed; this bounds what has to be read for that. */
export const MAX_DOCUMENT_LENGTH = 20_000;

export const GraphqlRequest = Type.Object({
  query: Type.String({ maxLength: MAX_DOCUMENT_LENGTH, description: "A GraphQL document" }),
  variables: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
  operationName: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
});
export type GraphqlRequest = Static<typeof GraphqlRequest>;

export const GraphqlReply = Type.Object(
  {
    data: Type.Optional(Type.Unknown()),
    errors: Type.Optional(
      Type.Array(Type.Unknown(), { description: "GraphQL errors; see extensions.code for the error code of each" }),
    ),
  },
  { $id: "GraphqlReply" },
);
export type GraphqlReply = Static<typeof GraphqlReply>;

/** The same path takes WebSockets (`graphql-transport-ws`, and the older `graphql-ws`), for subscriptions too. */
export const executeGraphql = endpoint({
  method: "POST",
  path: "/graphql",
  module: "graphql",
  summary:
    "Runs a GraphQL query on sessions. GraphQL errors are returned with status 200. Subscriptions use a WebSocket at the same path",
  access: "user",
  audited: false,
  readsOthers: READS.session,
  anyContentType: true,
  readsOnly: true,
  params: None,
  query: None,
  body: GraphqlRequest,
  reply: GraphqlReply,
  errors: ["validation_failed"],
});
