import type { Role } from "@tackroom/contract/roles";
import { useAction } from "../../api/queries.js";
import { Field, Input } from "../../ui/forms/field.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { SecretOnce } from "../../ui/overlays/secret-once.js";
import { useToast } from "../../ui/feedback/toast.js";
import { ROLE_MEANINGS, RoleSelect } from "./role-select.js";

/** The server generates the password, so that no one chooses it for another user. */
export function CreateUserDialog({ onClose }: { readonly onClose: () => void }) {
  const toast = useToast();
  const { values, bind } = useTexts({ email: "", name: "", username: "", department: "", role: "user" });
  const create = useAction("createUser", {
    refreshes: ["listUsers", "listAuditLog"],
    onDone: (user) => toast.say(`Created an account for ${user.name}.`),
  });
  const secret = create.data?.password;
  if (create.data && secret !== undefined) {
    return (
      <SecretOnce
        title={`${create.data.name} can sign in`}
        description={`Sign in with ${create.data.email} and this password. It is shown only once and must be changed at the first sign-in.`}
        secret={secret}
        what="Password"
        onClose={onClose}
      />
    );
  }
  const { email, name, username, department } = values;
  const role = values.role as Role;
  const submit = (): void =>
    create.mutate({
      body: { email, name, role, ...(username ? { username } : {}), ...(department ? { department } : {}) },
    });
  const problem = (field: string): string | undefined => problemWith(create.error, field);
  return (
    <FormDialog
      title="Create a user"
      description="Creates a local account. The server generates a password, which is shown once."
      action="Create user"
      busy={create.isPending}
      problem={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Email" problem={problem("email")}>
        {(ids) => <Input {...ids} {...bind("email")} type="email" required maxLength={254} autoComplete="off" />}
      </Field>
      <Field label="Name" problem={problem("name")}>
        {(ids) => <Input {...ids} {...bind("name")} required maxLength={200} autoComplete="off" />}
      </Field>
      <Field label="Username" hint="Leave empty to derive it from the email." problem={problem("username")}>
        {(ids) => <Input {...ids} {...bind("username")} maxLength={32} autoComplete="off" />}
      </Field>
      <Field label="Role" hint={`This role ${ROLE_MEANINGS[role]}.`} problem={problem("role")}>
        {(ids) => <RoleSelect {...ids} {...bind("role")} />}
      </Field>
      <Field label="Department" hint="Optional." problem={problem("department")}>
        {(ids) => <Input {...ids} {...bind("department")} maxLength={200} />}
      </Field>
    </FormDialog>
  );
}
