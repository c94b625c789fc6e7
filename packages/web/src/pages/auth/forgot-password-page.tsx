import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input } from "../../ui/forms/field.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { AuthFrame } from "./auth-frame.js";
import { PasswordField } from "./password-field.js";
import { useEnter } from "./use-enter.js";
import { WithPasswords } from "./with-passwords.js";

export const ForgotPasswordPage = () => (
  <WithPasswords title="Forgot your password?">
    <ForgotPassword />
  </WithPasswords>
);

function ForgotPassword() {
  const [email, setEmail] = useState("");
  const [asked, setAsked] = useState(false);
  return (
    <AuthFrame
      title={asked ? "Set a new password" : "Forgot your password?"}
      intro={
        asked
          ? "If the account exists, a reset code was printed to the server's console. Ask the operator for it. It expires after 15 minutes."
          : "Request a reset code. The server's operator can read it from the console and pass it on to you."
      }
    >
      {asked ? (
        <ResetForm email={email} />
      ) : (
        <AskForm email={email} onEmail={setEmail} onAsked={() => setAsked(true)} />
      )}
      <div className="flex justify-center gap-4">
        {!asked && (
          <button type="button" className="text-accent underline" onClick={() => setAsked(true)}>
            I have a code
          </button>
        )}
        <Link to="/login" className="text-accent underline">
          Back to sign in
        </Link>
      </div>
    </AuthFrame>
  );
}

interface AskFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onAsked: () => void;
}

function AskForm({ email, onEmail, onAsked }: AskFormProps) {
  const ask = useAction("requestReset", { onDone: onAsked });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ body: { email } });
      }}
    >
      <Field label="Email">
        {(ids) => (
          <Input
            {...ids}
            type="email"
            value={email}
            onChange={(event) => onEmail(event.target.value)}
            autoComplete="email"
            required
            maxLength={254}
            autoFocus
          />
        )}
      </Field>
      {ask.error && <ErrorBox problem={ask.error} />}
      <Button type="submit" variant="primary" busy={ask.isPending}>
        Request a code
      </Button>
    </form>
  );
}

function ResetForm({ email: given }: { readonly email: string }) {
  const { values, bind } = useTexts({ email: given, code: "", new_password: "" });
  const enter = useEnter();
  const reset = useAction("resetPassword", { onDone: enter });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        reset.mutate({ body: values });
      }}
    >
      <Field label="Email">
        {(ids) => <Input {...ids} {...bind("email")} type="email" autoComplete="email" required maxLength={254} />}
      </Field>
      <Field label="Code">
        {(ids) => <Input {...ids} {...bind("code")} autoComplete="one-time-code" required maxLength={100} autoFocus />}
      </Field>
      <PasswordField
        isNew
        label="New password"
        {...bind("new_password")}
        problem={problemWith(reset.error, "new_password")}
      />
      {reset.error && <ErrorBox problem={reset.error} />}
      <Button type="submit" variant="primary" busy={reset.isPending}>
        Set password
      </Button>
    </form>
  );
}
