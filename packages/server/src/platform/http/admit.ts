import { roleSuffices, type EndpointShape } from "@tackroom/contract";
import type { FastifyRequest } from "fastify";
import { ServiceError } from "../service-error.js";
import type { Identity } from "./call.js";

/** Finds the caller by the request's credentials; null when it has none. Bad ones are thrown as `unauthenticated`. */
export type Authenticate = (request: Pick<FastifyRequest, "headers" | "ip">) => Promise<Identity | null>;

/** Who is calling, or the refusal: what an endpoint says about access is enforced here and nowhere else. */
export function admit(endpoint: EndpointShape, caller: Identity | null): void {
  if (!caller) {
    if (endpoint.access === "optional") return;
    throw new ServiceError(
      "unauthenticated",
      "Authentication required. Send Authorization: Bearer <token> or X-API-Key: <key>.",
    );
  }
  if (!caller.isActive) throw new ServiceError("account_deactivated", "The account is deactivated. Ask an admin.");
  if (caller.credential.kind === "hooks" && !endpoint.takesHooksTokens) {
    throw new ServiceError("forbidden", "Hooks tokens can only send telemetry. Use an access token or an API key.");
  }
  if (caller.credential.kind === "mcp" && !endpoint.takesMcpTokens) {
    throw new ServiceError("forbidden", "This token was issued to an MCP client and can only be used for /mcp.");
  }
  // API keys and hooks tokens go on: what runs unattended cannot change a password.
  if (caller.mustChangePassword && isSignIn(caller) && !endpoint.duringPasswordChange) {
    throw new ServiceError(
      "password_change_required",
      "Your password was reset. Choose a new one first: PUT /api/v1/auth/profile/password.",
    );
  }
  if (endpoint.access === "optional" || endpoint.access === "anyone") return;
  if (!roleSuffices(caller.role, endpoint.access)) {
    throw new ServiceError("forbidden", `This requires the role ${endpoint.access}; your role is ${caller.role}.`);
  }
}

/** Someone who can change a password is behind these. */
const isSignIn = ({ credential: { kind } }: Identity): boolean => kind === "access" || kind === "mcp";
