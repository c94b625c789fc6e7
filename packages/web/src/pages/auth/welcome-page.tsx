import { Navigate, useNavigate } from "@tanstack/react-router";
import { useAction, useCall } from "../../api/queries.js";
import { useSession, useSignIn } from "../../api/session.js";
import { Button } from "../../ui/actions/button.js";
import { Command } from "../../ui/text/code-block.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input } from "../../ui/forms/field.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { AuthFrame } from "./auth-frame.js";
import { PasswordField } from "./password-field.js";
import { tackCommand } from "../../ui/text/tack-command.js";

/** The first visit to a new server: creates the first admin, from the server's own machine. */
export function WelcomePage() {
  const session = useSession();
  const health = useCall("getHealth");
  const config = useCall("getPublicConfig");
  const navigate = useNavigate();
  const { begin } = useSignIn();
  const { values, bind } = useTexts({ email: "", name: "", password: "", token: "" });
  const create = useAction("bootstrap", {
    refreshes: ["getHealth"],
    onDone: async (tokens) => {
      begin(tokens);
      await navigate({ to: "/", replace: true });
    },
  });
  const isRefused = create.error?.code === "bootstrap_token_required";
  const needsToken = isRefused || values.token !== "";
  if (session.data) return <Navigate to="/" replace />;
  const isInitialized = health.data?.initialized === true && !create.isPending;
  if (isInitialized || config.data?.sso_only) return <Navigate to="/login" replace />;
  return (
    <AuthFrame
      title="Welcome"
      intro="This is a new server. Create the first admin account; you can add other users later."
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const { token, ...admin } = values;
          create.mutate({ body: token === "" ? admin : values });
        }}
      >
        <Field label="Your name">
          {(ids) => <Input {...ids} {...bind("name")} autoComplete="name" required maxLength={200} autoFocus />}
        </Field>
        <Field label="Email" problem={problemWith(create.error, "email")}>
          {(ids) => <Input {...ids} {...bind("email")} type="email" autoComplete="email" required maxLength={254} />}
        </Field>
        <PasswordField isNew {...bind("password")} problem={problemWith(create.error, "password")} />
        {needsToken && (
          <Field label="Bootstrap token" hint="The value of BOOTSTRAP_TOKEN, set by the operator of this server.">
            {(ids) => (
              <Input {...ids} {...bind("token")} type="password" autoComplete="off" required maxLength={1024} />
            )}
          </Field>
        )}
        {create.error && <ErrorBox problem={create.error} />}
        {create.error?.code === "not_loopback" && (
          <div className="flex flex-col gap-1 text-sm text-muted">
            This is only allowed from the machine that runs the server. On that machine, run:
            <Command text={tackCommand(`login --server ${window.location.origin}`)} />
          </div>
        )}
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create admin account
        </Button>
      </form>
    </AuthFrame>
  );
}
