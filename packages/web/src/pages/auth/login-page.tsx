import { Link, Navigate } from "@tanstack/react-router";
import type { ReplyOf } from "@tackroom/contract/calls";
import { useCall, useAction } from "../../api/queries.js";
import { useSession } from "../../api/session.js";
import { Button, ButtonLink } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input } from "../../ui/forms/field.js";
import { useTexts } from "../../ui/forms/form.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Skeleton } from "../../ui/feedback/skeleton.js";
import { AuthFrame } from "./auth-frame.js";
import { PasswordField } from "./password-field.js";
import { Redirect, useEnter, useNext } from "./use-enter.js";

export function LoginPage() {
  const session = useSession();
  const health = useCall("getHealth");
  const config = useCall("getPublicConfig");
  const next = useNext();
  if (session.data) return <Redirect href={next} />;
  if (health.data?.initialized === false) return <Navigate to="/welcome" replace />;
  return (
    <AuthFrame title="Sign in">
      <Loaded query={config} skeleton={<Skeleton className="h-44" />}>
        {(ways) => <Ways config={ways} next={next} />}
      </Loaded>
    </AuthFrame>
  );
}

function Ways({ config, next }: { readonly config: ReplyOf<"getPublicConfig">; readonly next: string }) {
  return (
    <>
      <PasswordLogin />
      {config.self_registration_enabled && (
        <div className="flex flex-col gap-2">
          <p className="text-center text-sm text-muted">New here?</p>
          <ButtonLink to="/register" search={{ next }}>
            Register
          </ButtonLink>
        </div>
      )}
    </>
  );
}

function PasswordLogin() {
  const { values, bind } = useTexts({ email: "", password: "" });
  const enter = useEnter();
  const login = useAction("login", { onDone: enter });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        login.mutate({ body: values });
      }}
    >
      <Field label="Email or username">
        {(ids) => <Input {...ids} {...bind("email")} autoComplete="username" required maxLength={254} autoFocus />}
      </Field>
      <PasswordField {...bind("password")} />
      {login.error && <ErrorBox problem={login.error} />}
      <Button type="submit" variant="primary" busy={login.isPending}>
        Sign in
      </Button>
      <Link to="/forgot-password" className="text-center text-accent underline">
        Forgot your password?
      </Link>
    </form>
  );
}
