import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** How much of a refused body is read and thrown away, and for how long, before the connection is cut. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024;
const MAX_DISCARDING_MS = 30_000;

/**
 * Lets a refusal arrive that is sent while the body is still on its way. Closing a socket with unread bytes resets it, and
 * the reset destroys an answer that the client has not read yet. So the rest of the body is read and thrown away: in the
 * background where the connection lives on, and before the answer where the client wants it closed afterwards.
 */
export function discardUnreadBodies(app: FastifyInstance): void {
  app.addHook("onSend", async ({ raw }, reply) => {
    if (!isOnItsWay(raw) || raw.destroyed) return;
    const discarded = discardRest(raw);
    if (wantsClose(raw)) {
      await discarded;
      return;
    }
    // Fastify closes the connection whenever a body was not parsed.
    reply.removeHeader("connection");
    void discarded.then((isComplete) => {
      if (!isComplete) raw.socket.destroy();
    });
  });
}

/** A request that a test injects does not say. */
const isOnItsWay = ({ complete }: { readonly complete?: boolean }): boolean => complete === false;

const wantsClose = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === "1.0" || /\bclose\b/i.test(headers.connection ?? "");

/** Whether all of it has come, when no more will be read. */
function discardRest(raw: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let discarded = 0;
    const finish = (): void => {
      clearTimeout(timer);
      resolve(raw.complete);
    };
    const timer = setTimeout(finish, MAX_DISCARDING_MS);
    raw.on("data", (chunk: Buffer) => {
      discarded += chunk.length;
      if (discarded > MAX_DISCARDED_BYTES) finish();
    });
    raw.once("end", finish).once("close", finish);
    raw.resume();
  });
}
