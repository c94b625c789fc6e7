import { Type, type Static } from "typebox";
import { EmailText, NameText, PasswordText, userFields, UsernameText } from "./auth.js";
import { endpoint, None } from "./endpoint.js";
import { WholeListPage } from "./registry/shapes.js";
import { ROLES } from "./roles.js";
import { SIGN_IN_METHODS } from "./sign-in-methods.js";
import { SingleLineText } from "./text.js";

const adminUserFields = {
  ...userFields,
  sso_subject_id: Type.Union([Type.String(), Type.Null()]),
  last_sign_in_at: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
    description: "Null for a user who has never signed in",
  }),
  last_sign_in_method: Type.Union([Type.Enum([...SIGN_IN_METHODS]), Type.Null()]),
};

export const AdminUser = Type.Object(adminUserFields, { $id: "AdminUser" });
export type AdminUser = Static<typeof AdminUser>;

const Department = Type.Union([SingleLineText({ maxLength: 200 }), Type.Null()]);
const UserId = Type.Object({ id: Type.String({ format: "uuid" }) });
const admin = { module: "admin", access: "admin", query: None } as const;
const audited = { resource: "user", sensitivity: "high", calls: "all" } as const;

export const ListUsersQuery = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: "Matches word prefixes in email, username and name" }),
  ),
  role: Type.Optional(Type.Enum([...ROLES])),
  active: Type.Optional(Type.Boolean()),
  ...WholeListPage,
});
export type ListUsersQuery = Static<typeof ListUsersQuery>;

export const listUsers = endpoint({
  ...admin,
  method: "GET",
  path: "/admin/users",
  summary: "Lists accounts, newest first",
  audited: { ...audited, action: "user.list", sensitivity: "low" },
  params: None,
  query: ListUsersQuery,
  body: None,
  reply: Type.Array(AdminUser),
  errors: [],
});

export const CreateUserBody = Type.Object({
  email: EmailText,
  name: NameText,
  username: Type.Optional(UsernameText),
  role: Type.Enum([...ROLES], { default: "user" }),
  password: Type.Optional(PasswordText),
  department: Type.Optional(Department),
});
export type CreateUserBody = Static<typeof CreateUserBody>;

export const CreatedUser = Type.Object(
  {
    ...adminUserFields,
    must_change_password: Type.Boolean(),
    password: Type.Optional(Type.String({ description: "The generated password; returned only once" })),
  },
  { $id: "CreatedUser" },
);
export type CreatedUser = Static<typeof CreatedUser>;

export const createUser = endpoint({
  ...admin,
  method: "POST",
  path: "/admin/users",
  summary:
    "Creates a local account; if no password is given, the server generates one that must be changed at the first sign-in",
  audited: { ...audited, action: "user.create" },
  params: None,
  localAccountsOnly: "always",
  body: CreateUserBody,
  reply: CreatedUser,
  status: 201,
  errors: ["conflict", "name_taken", "sso_only"],
});

export const setUserRole = endpoint({
  ...admin,
  method: "PUT",
  path: "/admin/users/:id/role",
  summary: "Changes a user's role, up to the caller's own role",
  audited: { ...audited, action: "user.set_role" },
  params: UserId,
  body: Type.Object({ role: Type.Enum([...ROLES]) }),
  reply: AdminUser,
  errors: ["invalid_state", "forbidden", "not_found"],
});

export const SetUserPasswordBody = Type.Union([
  Type.Object({ new_password: PasswordText }),
  Type.Object({ generate: Type.Literal(true) }),
]);
export type SetUserPasswordBody = Static<typeof SetUserPasswordBody>;

export const UserPasswordSet = Type.Object(
  {
    message: Type.String(),
    generated_password: Type.Optional(Type.String({ description: "Returned only once" })),
    must_change_password: Type.Literal(true),
  },
  { $id: "UserPasswordSet" },
);
export type UserPasswordSet = Static<typeof UserPasswordSet>;

export const setUserPassword = endpoint({
  ...admin,
  method: "PUT",
  path: "/admin/users/:id/password",
  summary: "Resets a user's password; ends all of their sign-ins and requires them to choose a new password",
  audited: { ...audited, action: "user.set_password" },
  params: UserId,
  localAccountsOnly: "always",
  body: SetUserPasswordBody,
  reply: UserPasswordSet,
  errors: ["invalid_state", "forbidden", "not_found", "sso_only"],
});

export const setUserActive = endpoint({
  ...admin,
  method: "PUT",
  path: "/admin/users/:id/active",
  summary: "Deactivates or reactivates an account, effective from the next request",
  audited: { ...audited, action: "user.set_active" },
  params: UserId,
  body: Type.Object({ active: Type.Boolean() }),
  reply: AdminUser,
  errors: ["invalid_state", "forbidden", "not_found"],
});

export const setUserDepartment = endpoint({
  ...admin,
  method: "PUT",
  path: "/admin/users/:id/department",
  summary: "Sets a user's department; null or an empty string clears it",
  audited: { ...audited, action: "user.set_department", sensitivity: "low" },
  params: UserId,
  body: Type.Object({ department: Department }),
  reply: AdminUser,
  errors: ["forbidden", "not_found"],
});

export const DepartmentEntry = Type.Object({ email: Type.String({ maxLength: 254 }), department: Department });
export type DepartmentEntry = Static<typeof DepartmentEntry>;

export const MAX_DEPARTMENT_ENTRIES = 10_000;

export const BulkDepartmentBody = Type.Union([
  Type.Object({ entries: Type.Array(DepartmentEntry, { maxItems: MAX_DEPARTMENT_ENTRIES }) }),
  Type.Object({ file: Type.String({ description: "CSV with the columns email and department" }) }),
]);
export type BulkDepartmentBody = Static<typeof BulkDepartmentBody>;

export const DepartmentReport = Type.Object(
  {
    updated: Type.Integer(),
    not_found: Type.Array(Type.String({ description: "Email address without an account" })),
    forbidden: Type.Array(
      Type.String({ description: "Email address of a user whose role is higher than the caller's" }),
    ),
  },
  { $id: "DepartmentReport" },
);
export type DepartmentReport = Static<typeof DepartmentReport>;

export const bulkDepartment = endpoint({
  ...admin,
  method: "POST",
  path: "/admin/users/bulk-department",
  summary: "Sets departments by email, from JSON or an uploaded CSV file",
  audited: { ...audited, action: "user.bulk_department", sensitivity: "medium" },
  takesUpload: true,
  params: None,
  body: BulkDepartmentBody,
  reply: DepartmentReport,
  errors: [],
});

export const deleteUser = endpoint({
  ...admin,
  method: "DELETE",
  path: "/admin/users/:id",
  summary: "Deletes an account along with its keys and sign-ins",
  access: "super_admin",
  audited: { ...audited, action: "user.delete" },
  params: UserId,
  body: None,
  reply: None,
  status: 204,
  errors: ["invalid_state", "not_found"],
});
