import type { BodyOf, ReplyOf } from "@tackroom/contract/calls";
import { useState } from "react";
import type { ElementOf } from "../../api/client.js";
import { useAction } from "../../api/queries.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import { Checkbox, Field, Input, Select } from "../../ui/forms/field.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { problemWith, useTexts } from "../../ui/forms/form.js";
import { SecretOnce } from "../../ui/overlays/secret-once.js";
import { useToast } from "../../ui/feedback/toast.js";

interface KeyDialogProps {
  readonly apiKey: ElementOf<ReplyOf<"listKeys">>;
  readonly onClose: () => void;
}

type Environment = BodyOf<"createKey">["environment"];

/** The environment is part of the key, so that a leaked key shows where it belongs. */
const ENVIRONMENTS: Readonly<Record<Environment, string>> = { live: "Live", test: "Test", dev: "Development" };

const NewKey = ({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) => (
  <SecretOnce
    title="Your new key"
    description="Copy it now and store it securely. It is shown only once; the server keeps only its prefix."
    secret={secret}
    what="API key"
    onClose={onClose}
  />
);

export function CreateKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { values, bind } = useTexts({ name: "", environment: "live", days: "90" });
  const create = useAction("createKey", { refreshes: ["listKeys"] });
  if (create.data) return <NewKey secret={create.data.key} onClose={onClose} />;
  const submit = (): void =>
    create.mutate({
      body: {
        name: values.name.trim(),
        environment: values.environment as Environment,
        ...(values.days === "" ? {} : { expires_in_days: Number(values.days) }),
      },
    });
  return (
    <FormDialog
      title="Create an API key"
      action="Create key"
      busy={create.isPending}
      problem={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name" hint="What the key is for, such as nightly build" problem={problemWith(create.error, "name")}>
        {(ids) => <Input {...ids} {...bind("name")} required maxLength={100} autoComplete="off" />}
      </Field>
      <Field label="Environment" problem={problemWith(create.error, "environment")}>
        {(ids) => (
          <Select {...ids} {...bind("environment")}>
            {Object.entries(ENVIRONMENTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Expires after (days)"
        hint="Leave empty for no expiration."
        problem={problemWith(create.error, "expires_in_days")}
      >
        {(ids) => <Input {...ids} {...bind("days")} type="number" min={1} max={36_500} step={1} />}
      </Field>
    </FormDialog>
  );
}

export function RotateKeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const [hours, setHours] = useState("24");
  const [immediate, setImmediate] = useState(false);
  const rotate = useAction("rotateKey", { refreshes: ["listKeys"] });
  if (rotate.data) return <NewKey secret={rotate.data.new_key} onClose={onClose} />;
  return (
    <FormDialog
      title={`Rotate ${apiKey.name}`}
      description="Creates a new key. The old key keeps working for a grace period, so that you can replace it where it is used."
      action="Rotate key"
      busy={rotate.isPending}
      problem={rotate.error}
      onSubmit={() =>
        rotate.mutate({
          params: { id: apiKey.id },
          body: immediate ? { immediate } : { grace_period_hours: Number(hours) },
        })
      }
      onClose={onClose}
    >
      <Checkbox
        label="Revoke the old key immediately"
        checked={immediate}
        onChange={(event) => setImmediate(event.target.checked)}
      />
      {!immediate && (
        <Field
          label="Grace period (hours)"
          hint="From 1 to 168 (one week)."
          problem={problemWith(rotate.error, "grace_period_hours")}
        >
          {(ids) => (
            <Input
              {...ids}
              type="number"
              required
              min={1}
              max={168}
              step={1}
              value={hours}
              onChange={(event) => setHours(event.target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}

export function RevokeKeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const toast = useToast();
  const revoke = useAction("deleteKey", {
    refreshes: ["listKeys"],
    onDone: () => {
      toast.say(`Revoked ${apiKey.name}.`);
      onClose();
    },
  });
  return (
    <Confirmation
      title={`Revoke ${apiKey.name}?`}
      description="Requests with this key fail immediately. This cannot be undone."
      action="Revoke key"
      busy={revoke.isPending}
      problem={revoke.error}
      onConfirm={() => revoke.mutate({ params: { id: apiKey.id } })}
      onClose={onClose}
    />
  );
}
