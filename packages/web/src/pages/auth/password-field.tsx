import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { Button } from "../../ui/actions/button.js";
import { Field, Input } from "../../ui/forms/field.js";

interface PasswordFieldProps extends Omit<ComponentProps<typeof Input>, "id" | "type"> {
  readonly label?: string;
  /** A new password is checked against the rules, and password managers offer to generate it. */
  readonly isNew?: boolean;
  readonly problem?: string | undefined;
}

const RULES = "At least 8 characters, with an uppercase letter, a digit and a special character.";

export function PasswordField({ label = "Password", isNew = false, problem, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} problem={problem} {...(isNew ? { hint: RULES } : {})}>
      {(ids) => (
        <div className="relative">
          <Input
            {...ids}
            type={shown ? "text" : "password"}
            autoComplete={isNew ? "new-password" : "current-password"}
            required
            maxLength={200}
            className="pr-9"
            {...input}
          />
          <Button
            variant="quiet"
            size="icon"
            className="absolute top-0 right-0"
            aria-label={shown ? "Hide password" : "Show password"}
            onClick={() => setShown(!shown)}
          >
            <Icon size={14} aria-hidden="true" />
          </Button>
        </div>
      )}
    </Field>
  );
}
