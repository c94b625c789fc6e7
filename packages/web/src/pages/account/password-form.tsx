import { useAction } from "../../api/queries.js";
import { useUser } from "../../api/session.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { useToast } from "../../ui/feedback/toast.js";
import { PasswordField } from "../auth/password-field.js";

const EMPTY = { current_password: "", new_password: "" };

export function PasswordForm() {
  const user = useUser();
  const toast = useToast();
  const { values, set, bind } = useTexts(EMPTY);
  const change = useAction("changePassword", {
    onDone: () => {
      set(EMPTY);
      toast.say("Password changed. You have been signed out of all other devices.");
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ body: values });
      }}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      <PasswordField
        label="Current password"
        {...bind("current_password")}
        problem={problemWith(change.error, "current_password")}
      />
      <PasswordField
        isNew
        label="New password"
        {...bind("new_password")}
        problem={problemWith(change.error, "new_password")}
      />
      {change.error && <ErrorBox problem={change.error} />}
      <Button type="submit" variant="primary" className="self-start" busy={change.isPending}>
        Change password
      </Button>
    </form>
  );
}
