import type { McpMessage } from "@tackroom/contract";
import { Answer, type CallContext } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import { mayComeFrom } from "./core/origins.js";
import type { Protocol, ProtocolDeps } from "./protocol.js";

export interface McpServerDeps extends ProtocolDeps {
  /** Of web pages elsewhere that the operator lets call this server. */
  readonly corsAllowedOrigins: readonly string[];
}

/** `POST /mcp` */
export async function callMcp(
  { settings, corsAllowedOrigins, protocol }: McpServerDeps & { readonly protocol: Protocol },
  message: McpMessage,
  context: CallContext,
): Promise<Answer<Uint8Array | undefined>> {
  const { origin } = context.call.headers;
  const own = [settings.get("deployment.frontend_url"), settings.get("deployment.public_url")];
  // A page that has got its name to lead here (DNS rebinding) says where it is from, and browsers let no page lie about that.
  if (!mayComeFrom(origin, [...own, ...corsAllowedOrigins])) {
    throw new ServiceError(
      "forbidden",
      `The web page at ${origin} may not call this server. An admin can add its origin to CORS_ALLOWED_ORIGINS.`,
    );
  }
  const { status, headers, body } = await protocol.answer(message, context);
  return new Answer(body as Uint8Array | undefined, { status, headers });
}
