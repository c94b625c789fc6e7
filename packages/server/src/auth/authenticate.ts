import type { User } from "@tackroom/contract";
import type { Authenticate } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";
import type { SigningKeys } from "./signing-keys.js";
import { verifyAccessToken } from "./tokens.js";

export interface AuthenticateDeps {
  readonly keys: SigningKeys;
  readonly findUser: (id: string) => Promise<User | undefined>;
}

/** The account decides, not the token: whoever was deactivated or demoted is so with the next request. */
export function createAuthenticate({ keys, findUser }: AuthenticateDeps): Authenticate {
  return async ({ headers }) => {
    const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    if (bearer === undefined) {
      if (headers.authorization === undefined && headers["x-api-key"] === undefined) return null;
      throw new ServiceError("unauthenticated", "These credentials are not valid here. Sign in again.");
    }
    const user = await findUser(await verifyAccessToken(keys, bearer));
    if (!user) throw new ServiceError("unauthenticated", "The account no longer exists.");
    if (!user.is_active) throw new ServiceError("account_deactivated", "The account is deactivated. Ask an admin.");
    return { userId: user.id, role: user.role };
  };
}
