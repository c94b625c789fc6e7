import { Link, Navigate } from "@tanstack/react-router";
import { useAction, useCall } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input } from "../../ui/forms/field.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { AuthFrame } from "./auth-frame.js";
import { PasswordField } from "./password-field.js";
import { useEnter } from "./use-enter.js";
import { WithPasswords } from "./with-passwords.js";

export const RegisterPage = () => (
  <WithPasswords title="Create an account">
    <IfAllowed />
  </WithPasswords>
);

/** Shows no form where registration is disabled: admins then create accounts, and the first one is created at `/welcome`. */
function IfAllowed() {
  const config = useCall("getPublicConfig");
  const health = useCall("getHealth");
  if (health.data?.initialized === false) return <Navigate to="/welcome" replace />;
  if (config.data?.self_registration_enabled !== false) return <RegisterForm />;
  return (
    <AuthFrame title="Registration is disabled" intro="Ask an admin for an account.">
      <Link to="/login" className="text-center text-accent underline">
        I already have an account
      </Link>
    </AuthFrame>
  );
}

function RegisterForm() {
  const { values, bind } = useTexts({ email: "", name: "", password: "" });
  const enter = useEnter();
  const register = useAction("register", { onDone: enter });
  return (
    <AuthFrame title="Create an account">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          register.mutate({ body: values });
        }}
      >
        <Field label="Name">
          {(ids) => <Input {...ids} {...bind("name")} autoComplete="name" required maxLength={200} autoFocus />}
        </Field>
        <Field label="Email" problem={problemWith(register.error, "email")}>
          {(ids) => <Input {...ids} {...bind("email")} type="email" autoComplete="email" required maxLength={254} />}
        </Field>
        <PasswordField isNew {...bind("password")} problem={problemWith(register.error, "password")} />
        {register.error && <ErrorBox problem={register.error} />}
        <Button type="submit" variant="primary" busy={register.isPending}>
          Create account
        </Button>
      </form>
      <Link to="/login" className="text-center text-accent underline">
        I already have an account
      </Link>
    </AuthFrame>
  );
}
