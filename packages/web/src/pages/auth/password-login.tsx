import type { ReplyOf } from "@tackroom/contract/calls";
import type { ReactNode } from "react";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input } from "../../ui/forms/field.js";
import { useTexts } from "../../ui/forms/form.js";
import { PasswordField } from "./password-field.js";

interface PasswordLoginProps {
  /** The user who is expected to sign in. */
  readonly username?: string;
  readonly onDone: (signedIn: ReplyOf<"login">) => unknown;
  readonly children?: ReactNode;
}

export function PasswordLogin({ username = "", onDone, children }: PasswordLoginProps) {
  const { values, bind } = useTexts({ email: username, password: "" });
  const login = useAction("login", { onDone });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        login.mutate({ body: values });
      }}
    >
      <Field label="Email or username">
        {(ids) => (
          <Input
            {...ids}
            {...bind("email")}
            autoComplete="username"
            required
            maxLength={254}
            autoFocus={username === ""}
          />
        )}
      </Field>
      <PasswordField {...bind("password")} autoFocus={username !== ""} />
      {login.error && <ErrorBox problem={login.error} />}
      <Button type="submit" variant="primary" busy={login.isPending}>
        Sign in
      </Button>
      {children}
    </form>
  );
}
