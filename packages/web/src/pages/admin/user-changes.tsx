import type { ReplyOf } from "@tackroom/contract/calls";
import type { Role } from "@tackroom/contract/roles";
import { useState, type ComponentType } from "react";
import { useAction } from "../../api/queries.js";
import { mayActAs } from "../../api/session.js";
import type { ElementOf, User } from "../../api/client.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import { Field, Input } from "../../ui/forms/field.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { problemWith } from "../../ui/forms/form.js";
import { SecretOnce } from "../../ui/overlays/secret-once.js";
import { useToast } from "../../ui/feedback/toast.js";
import { ROLE_MEANINGS, ROLE_NAMES, RoleSelect } from "./role-select.js";

export type AdminUser = ElementOf<ReplyOf<"listUsers">>;

interface ChangeProps {
  readonly user: AdminUser;
  readonly onClose: () => void;
}

function RoleDialog({ user, onClose }: ChangeProps) {
  const toast = useToast();
  const [role, setRole] = useState<Role>(user.role);
  const change = useAction("setUserRole", {
    refreshes: ["listUsers", "listAuditLog"],
    onDone: () => {
      toast.say(`${user.name} now has the role ${ROLE_NAMES[role].toLowerCase()}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Change the role of ${user.name}`}
      action="Change role"
      busy={change.isPending}
      problem={change.error}
      onSubmit={() => change.mutate({ params: { id: user.id }, body: { role } })}
      onClose={onClose}
    >
      <Field
        label="Role"
        hint={`${ROLE_NAMES[role]}: ${ROLE_MEANINGS[role]}.`}
        problem={problemWith(change.error, "role")}
      >
        {(ids) => <RoleSelect {...ids} value={role} onChange={(event) => setRole(event.target.value as Role)} />}
      </Field>
    </FormDialog>
  );
}

function DepartmentDialog({ user, onClose }: ChangeProps) {
  const toast = useToast();
  const [department, setDepartment] = useState(user.department ?? "");
  const change = useAction("setUserDepartment", {
    refreshes: ["listUsers", "listAuditLog"],
    onDone: () => {
      toast.say(`Changed the department of ${user.name}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Change the department of ${user.name}`}
      action="Change department"
      busy={change.isPending}
      problem={change.error}
      onSubmit={() => change.mutate({ params: { id: user.id }, body: { department: department.trim() || null } })}
      onClose={onClose}
    >
      <Field label="Department" hint="Leave empty for none." problem={problemWith(change.error, "department")}>
        {(ids) => (
          <Input {...ids} value={department} maxLength={200} onChange={(event) => setDepartment(event.target.value)} />
        )}
      </Field>
    </FormDialog>
  );
}

function PasswordDialog({ user, onClose }: ChangeProps) {
  const reset = useAction("setUserPassword", { refreshes: ["listAuditLog"] });
  const secret = reset.data?.generated_password;
  if (secret !== undefined) {
    return (
      <SecretOnce
        title="New password"
        description={`Share it with ${user.name}. It is shown only once and must be changed at the next sign-in.`}
        secret={secret}
        what="Password"
        onClose={onClose}
      />
    );
  }
  return (
    <Confirmation
      title={`Reset the password of ${user.name}?`}
      description="The old password stops working, the user is signed out everywhere, and the server generates a new password."
      action="Reset password"
      busy={reset.isPending}
      problem={reset.error}
      onConfirm={() => reset.mutate({ params: { id: user.id }, body: { generate: true } })}
      onClose={onClose}
    />
  );
}

function ActiveDialog({ user, onClose }: ChangeProps) {
  const toast = useToast();
  const active = !user.is_active;
  const change = useAction("setUserActive", {
    refreshes: ["listUsers", "listAuditLog"],
    onDone: () => {
      toast.say(`${active ? "Activated" : "Deactivated"} ${user.name}.`);
      onClose();
    },
  });
  return (
    <Confirmation
      title={active ? `Activate ${user.name}?` : `Deactivate ${user.name}?`}
      description={
        active
          ? "They can sign in again with their previous role."
          : "Their sessions, API keys and tokens stop working immediately. Their published items are kept. You can activate them again later."
      }
      action={active ? "Activate" : "Deactivate"}
      busy={change.isPending}
      problem={change.error}
      onConfirm={() => change.mutate({ params: { id: user.id }, body: { active } })}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ user, onClose }: ChangeProps) {
  const toast = useToast();
  const remove = useAction("deleteUser", {
    refreshes: ["listUsers", "listAuditLog"],
    onDone: () => {
      toast.say(`Deleted the account of ${user.name}.`);
      onClose();
    },
  });
  return (
    <Confirmation
      title={`Delete the account of ${user.name}?`}
      description="Deletes the account with its keys and sessions. This cannot be undone. To only block access, deactivate the account instead."
      action="Delete account"
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: user.id } })}
      onClose={onClose}
    />
  );
}

interface ChangeOffer {
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly offered: (user: AdminUser, me: User) => boolean;
  /** Not offered where only single sign-on is allowed. */
  readonly needsPasswords?: boolean;
  readonly dialog: ComponentType<ChangeProps>;
}

const isAnother = (user: AdminUser, me: User): boolean => user.id !== me.id;

/** Actions on an account. For their own account, users can change only the department: the server rejects the rest. */
export const USER_CHANGES = {
  role: { label: "Change role", offered: isAnother, dialog: RoleDialog },
  department: { label: "Change department", offered: () => true, dialog: DepartmentDialog },
  password: {
    label: "Reset password",
    needsPasswords: true,
    offered: (user, me) => isAnother(user, me) && user.auth_provider === "local",
    dialog: PasswordDialog,
  },
  activate: {
    label: "Activate",
    offered: (user, me) => isAnother(user, me) && !user.is_active,
    dialog: ActiveDialog,
  },
  deactivate: {
    label: "Deactivate",
    isDangerous: true,
    offered: (user, me) => isAnother(user, me) && user.is_active,
    dialog: ActiveDialog,
  },
  delete: {
    label: "Delete",
    isDangerous: true,
    offered: (user, me) => isAnother(user, me) && mayActAs(me, "super_admin"),
    dialog: DeleteDialog,
  },
} satisfies Readonly<Record<string, ChangeOffer>> as Readonly<Record<UserChange, ChangeOffer>>;

export type UserChange = "role" | "department" | "password" | "activate" | "deactivate" | "delete";
