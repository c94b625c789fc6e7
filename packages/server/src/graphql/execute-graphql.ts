import type { GraphqlReply, GraphqlRequest } from "@tackroom/contract";
import { OperationTypeNode } from "graphql";
import type { CallContext } from "../platform/http/index.js";
import { contextOf } from "./context.js";
import type { Engine } from "./engine.js";
import { coded } from "./present-error.js";

/** `POST /graphql` */
export async function executeGraphql(
  engine: Engine,
  request: GraphqlRequest,
  { caller }: CallContext,
): Promise<GraphqlReply> {
  const prepared = engine.prepare(request);
  if ("errors" in prepared) return { errors: [...prepared.errors] };
  if (prepared.operation.operation.operation === OperationTypeNode.SUBSCRIPTION) {
    const message = "Subscriptions require a WebSocket: connect to the same path with graphql-transport-ws.";
    return { errors: [coded(message, "BAD_USER_INPUT")] };
  }
  const { data, errors } = await engine.run(prepared.operation, contextOf(caller));
  return { data, ...(errors ? { errors: [...errors] } : {}) };
}
