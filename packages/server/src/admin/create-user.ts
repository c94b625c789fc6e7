import { roleSuffices, type CreatedUser, type CreateUserBody } from "@tackroom/contract";
import {
  generatePassword,
  insertUser,
  normaliseEmail,
  refuseBadChoices,
  takenRefusal,
  usernameIsTaken,
  usernamesFor,
  type Passwords,
} from "../auth/index.js";
import { created, type Answer, type CallContext } from "../platform/http/index.js";
import { newId } from "../platform/ids.js";
import { ServiceError } from "../platform/service-error.js";
import { adminUser } from "./change-user.js";

export interface UserDeps {
  readonly passwords: Passwords;
}

export async function createUser(
  { passwords }: UserDeps,
  body: CreateUserBody,
  { caller, call }: CallContext,
): Promise<Answer<CreatedUser>> {
  refuseBadChoices(body);
  if (!roleSuffices(caller.role, body.role)) {
    throw new ServiceError("forbidden", `Only a ${body.role} can create a ${body.role}; your role is ${caller.role}.`);
  }
  const generated = body.password === undefined ? generatePassword() : undefined;
  const user = {
    id: newId(),
    email: normaliseEmail(body.email),
    name: body.name.trim(),
    role: body.role,
    department: body.department?.trim() || null,
    password_hash: await passwords.hash(body.password ?? generated ?? ""),
    must_change_password: generated !== undefined,
    password_set_by: caller.userId,
  };
  call.describeForAudit({
    resourceId: user.id,
    resourceName: user.email,
    detail: {
      role: user.role,
      department: user.department,
      password: generated === undefined ? "chosen" : "generated",
    },
  });
  const made = await call.act(async (tx) => {
    const inserted = await insertUser(tx, user, usernamesFor(user.email, body.username));
    if (inserted) return inserted;
    throw takenRefusal(body.username, body.username !== undefined && (await usernameIsTaken(tx, body.username)));
  });
  const shown = {
    ...adminUser(made),
    must_change_password: made.must_change_password,
    ...(generated === undefined ? {} : { password: generated }),
  };
  return created(shown, `/admin/users/${made.id}`);
}
