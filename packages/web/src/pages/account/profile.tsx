import { useState } from "react";
import { useAction } from "../../api/queries.js";
import { useSignIn, useUser } from "../../api/session.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, Input } from "../../ui/forms/field.js";
import { problemWith } from "../../ui/forms/form.js";
import { Time } from "../../ui/data/time.js";
import { useToast } from "../../ui/feedback/toast.js";

export function Profile() {
  const user = useUser();
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[7rem_1fr] gap-y-1">
        <dt className="text-muted">Name</dt>
        <dd>{user.name}</dd>
        <dt className="text-muted">Email</dt>
        <dd className="break-all">{user.email}</dd>
        <dt className="text-muted">Role</dt>
        <dd>{user.role.replace("_", " ")}</dd>
        <dt className="text-muted">Department</dt>
        <dd>{user.department ?? "none"}</dd>
        <dt className="text-muted">Member since</dt>
        <dd>
          <Time at={user.created_at} />
        </dd>
      </dl>
      <UsernameForm />
    </div>
  );
}

function UsernameForm() {
  const user = useUser();
  const { update } = useSignIn();
  const toast = useToast();
  const [username, setUsername] = useState(user.username);
  const change = useAction("changeUsername", {
    onDone: (changed) => {
      update(changed);
      setUsername(changed.username);
      toast.say(`Your username is now ${changed.username}.`);
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ body: { username: username.trim() } });
      }}
    >
      <Field
        label="Username"
        hint="The namespace of everything you publish. It cannot be changed once you have published something."
        problem={problemWith(change.error, "username")}
      >
        {(ids) => (
          <Input
            {...ids}
            required
            maxLength={32}
            autoComplete="username"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      {change.error && <ErrorBox problem={change.error} />}
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        busy={change.isPending}
        disabled={username.trim() === user.username}
      >
        Change username
      </Button>
    </form>
  );
}
