import { Navigate, useNavigate } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "../../api/queries.js";
import { useSession } from "../../api/session.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { useToast } from "../../ui/feedback/toast.js";
import { ToLogin } from "../../shell/to-login.js";
import { AuthFrame } from "./auth-frame.js";
import { PasswordField } from "./password-field.js";
import { useNext } from "./use-enter.js";
import { WithPasswords } from "./with-passwords.js";

/** A password that was set by someone else must be changed first. */
export const ChangePasswordPage = () => (
  <WithPasswords title="Change your password">
    <ChangePassword />
  </WithPasswords>
);

function ChangePassword() {
  const session = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const next = useNext();
  const { values, bind } = useTexts({ current_password: "", new_password: "" });
  const change = useAction("changePassword", {
    onDone: async () => {
      toast.say("Password changed. You have been signed out of all other devices.");
      // Refetches what was rejected before the password was changed.
      queries.removeQueries({ predicate: ({ state }) => state.status === "error" });
      await navigate({ href: next, replace: true });
    },
  });
  if (session.data === null) return <ToLogin />;
  if (session.data && session.data.auth_provider !== "local") return <Navigate to="/account" replace />;
  return (
    <AuthFrame title="Change your password" intro="You must set a new password before you continue.">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ body: values });
        }}
      >
        <PasswordField
          label="Current password"
          {...bind("current_password")}
          problem={problemWith(change.error, "current_password")}
          autoFocus
        />
        <PasswordField
          isNew
          label="New password"
          {...bind("new_password")}
          problem={problemWith(change.error, "new_password")}
        />
        {change.error && <ErrorBox problem={change.error} />}
        <Button type="submit" variant="primary" busy={change.isPending}>
          Change password
        </Button>
      </form>
    </AuthFrame>
  );
}
