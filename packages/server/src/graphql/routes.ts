import * as contract from "@tackroom/contract";
import type { FastifyInstance } from "fastify";
import {
  acceptSockets,
  createSocketReads,
  type AuditSink,
  type Authenticate,
  type Mount,
} from "../platform/http/index.js";
import type { GraphqlDeps } from "./context.js";
import { createEngine } from "./engine.js";
import { executeGraphql } from "./execute-graphql.js";
import { createSocketServer, PROTOCOLS } from "./serve-sockets.js";

export interface SocketEdge {
  readonly app: FastifyInstance;
  readonly authenticate: Authenticate;
  readonly audit: Pick<AuditSink, "readOthers">;
  readonly trustsProxy: (address: string) => boolean;
}

export function mountGraphql(
  mount: Mount,
  deps: GraphqlDeps,
  { app, authenticate, audit, trustsProxy }: SocketEdge,
): void {
  const engine = createEngine(deps);
  mount(contract.executeGraphql, ({ body }, context) => executeGraphql(engine, body, context));
  const sockets = createSocketServer({
    engine,
    authenticate,
    recordReads: createSocketReads(audit, contract.executeGraphql),
    log: deps.log,
  });
  const path = contract.fullPath(contract.executeGraphql);
  acceptSockets(app, { path, protocols: PROTOCOLS, trustsProxy, opened: sockets.opened });
  app.addHook("onClose", async () => sockets.close());
}
