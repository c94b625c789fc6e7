import { ROLES, roleSuffices, type Role } from "@tackroom/contract/roles";
import type { ComponentProps } from "react";
import { useUser } from "../../api/session.js";
import { Select } from "../../ui/forms/field.js";

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  user: "User",
  reviewer: "Reviewer",
  admin: "Admin",
  super_admin: "Super admin",
};

/** What each role can do in addition to the previous one. */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  user: "can submit and install items and see their own sessions",
  reviewer: "can also review submissions",
  admin: "can also manage users, settings and the audit log",
  super_admin: "can also delete accounts and telemetry, and change the server's keys",
};

/** The roles that the user can assign: up to their own. */
export function RoleSelect(props: ComponentProps<typeof Select>) {
  const me = useUser();
  return (
    <Select {...props}>
      {ROLES.filter((role) => roleSuffices(me.role, role)).map((role) => (
        <option key={role} value={role}>
          {ROLE_NAMES[role]}
        </option>
      ))}
    </Select>
  );
}
