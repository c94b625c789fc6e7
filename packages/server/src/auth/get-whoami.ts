import type { User } from "@tackroom/contract";
import type { Caller } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";

export interface WhoamiDeps {
  readonly findUser: (id: string) => Promise<User | undefined>;
}

export async function getWhoami({ findUser }: WhoamiDeps, caller: Caller): Promise<User> {
  const user = await findUser(caller.userId);
  if (!user) throw new ServiceError("unauthenticated", "The account no longer exists.");
  return user;
}
