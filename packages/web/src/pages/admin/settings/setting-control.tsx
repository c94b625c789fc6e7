import { Lock } from "lucide-react";
import type { FocusEvent, FormEvent, KeyboardEvent, ReactNode } from "react";
import { Button } from "../../../ui/actions/button.js";
import { Input, TextArea } from "../../../ui/forms/field.js";
import { Switch } from "../../../ui/forms/switch.js";
import { classes } from "../../../ui/theme/classes.js";
import { PricesControl } from "./prices-control.js";
import type { Setting } from "./setting.js";
import { valueInWords } from "./setting-views.js";

interface SettingControlProps {
  readonly id: string;
  readonly setting: Setting;
  readonly text: string;
  /** Whether the text was typed and is not stored yet. */
  readonly isEditing: boolean;
  readonly busy: boolean;
  readonly isWrong: boolean;
  readonly onType: (text: string) => void;
  readonly onSave: (text: string) => void;
  /** The field was left with this text. */
  readonly onLeave: (text: string) => void;
  readonly onDiscard: () => void;
}

const MAX_LENGTH = 65_536;

/** A setting that is edited as a table. */
export const isTable = ({ key }: Setting): boolean => key === "telemetry.model_prices";

/** A one-line control would remove the line breaks, without which a certificate cannot be read. */
const isPem = ({ key }: Setting): boolean => key === "saml.idp_x509_cert";

/** Needs the full width below its words. */
export const isWide = (setting: Setting): boolean => isTable(setting) || setting.type === "json";

const PLACEHOLDERS: Readonly<Partial<Record<Setting["type"], string>>> = {
  url: "https://…",
  list: "comma-separated",
  rate: "10/minute",
};

/** The control for the type. Switches save at once, fields when they are left or on Enter, and the rest with a button. */
export function SettingControl(props: SettingControlProps) {
  const { id, setting, text, busy, isWrong, onType, onSave } = props;
  if (setting.type === "boolean") {
    return (
      <Switch
        id={id}
        aria-describedby={`${id}-about`}
        aria-busy={busy || undefined}
        checked={text === "true"}
        onChange={(on) => !busy && onSave(String(on))}
      />
    );
  }
  if (setting.is_sensitive) return <SecretControl {...props} />;
  if (isWide(setting)) {
    return (
      <SaveForm {...props}>
        {isTable(setting) ? (
          <PricesControl {...{ id, text, busy, isWrong, onType }} />
        ) : (
          <TextArea
            {...fieldOf(props)}
            rows={4}
            className="font-mono text-sm"
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </SaveForm>
    );
  }
  return <FieldControl {...props} />;
}

const fieldOf = ({ id, text, busy, isWrong, setting }: SettingControlProps) => ({
  id,
  "aria-describedby": setting.unit === null ? `${id}-about` : `${id}-unit ${id}-about`,
  "aria-invalid": isWrong || undefined,
  value: text,
  // Not disabled, which would take the focus away while saving.
  readOnly: busy,
  autoComplete: "off",
  spellCheck: false,
  maxLength: MAX_LENGTH,
});

function FieldControl(props: SettingControlProps) {
  const { id, setting, isEditing, onType, onSave, onLeave, onDiscard, text } = props;
  const isNumber = setting.type === "integer";
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter") onSave(text);
    else if (event.key === "Escape" && isEditing) onDiscard();
    else return;
    event.preventDefault();
  };
  return (
    <span className="flex items-center gap-2">
      <Input
        {...fieldOf(props)}
        type={isNumber ? "number" : setting.type === "url" ? "url" : "text"}
        {...(isNumber && { step: 1 })}
        placeholder={PLACEHOLDERS[setting.type]}
        className={isNumber ? "w-24" : setting.type === "rate" ? "w-36" : "w-full sm:w-80"}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={press}
        onBlur={(event: FocusEvent<HTMLInputElement>) => isEditing && onLeave(event.target.value)}
      />
      {setting.unit !== null && (
        <span id={`${id}-unit`} className="text-sm text-muted">
          {setting.unit}
        </span>
      )}
    </span>
  );
}

/** A secret is set or replaced, and never shown. */
function SecretControl(props: SettingControlProps) {
  const { id, setting, isEditing, onType } = props;
  if (!isEditing) {
    const action = setting.is_set ? "Replace" : "Set";
    return (
      <div className="flex items-center gap-2 text-sm text-muted">
        {setting.is_set ? "Set, hidden" : "Not set"}
        <Button id={id} size="small" aria-label={`${action} ${setting.label}`} onClick={() => onType("")}>
          {action}
        </Button>
      </div>
    );
  }
  const field = { ...fieldOf(props), onChange: (event: TextChange) => onType(event.target.value), autoFocus: true };
  return (
    <SaveForm {...props}>
      {isPem(setting) ? (
        <TextArea {...field} rows={4} className="w-full font-mono text-sm sm:w-80" />
      ) : (
        <Input {...field} type="password" autoComplete="new-password" className="w-full sm:w-80" />
      )}
    </SaveForm>
  );
}

interface TextChange {
  readonly target: { readonly value: string };
}

/** For long texts and secrets, which are saved by a button instead of when the field loses the focus. */
function SaveForm(props: SettingControlProps & { readonly children: ReactNode }) {
  const { setting, text, isEditing, busy, onSave, onDiscard, children } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSave(text);
  };
  return (
    <form className="flex w-full min-w-0 flex-col gap-2" onSubmit={submit}>
      {children}
      {isEditing && (
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            size="small"
            busy={busy}
            disabled={text === "" && setting.is_sensitive}
            aria-label={`Save ${setting.label}`}
          >
            Save
          </Button>
          <Button size="small" disabled={busy} onClick={onDiscard} aria-label={`Discard changes to ${setting.label}`}>
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}

/** A setting that this user cannot change here. */
export function ReadOnlyControl({ id, setting }: Pick<SettingControlProps, "id" | "setting">) {
  const about = `${id}-why`;
  if (setting.type === "boolean") {
    return <Switch id={id} aria-describedby={about} checked={setting.value === "true"} disabled />;
  }
  const { is_sensitive: isSecret, is_set: isSet } = setting;
  return (
    <output
      id={id}
      aria-describedby={about}
      className={classes(
        "flex min-h-8 items-center gap-2 rounded-md border border-line bg-sunken px-2.5 py-1 text-sm wrap-anywhere text-ink-2",
        !isSecret && "font-mono",
      )}
    >
      {isSecret ? (isSet ? "Set, hidden" : "Not set") : valueInWords(setting, setting.value)}
      <Lock size={12} aria-hidden="true" className="shrink-0 text-muted" />
    </output>
  );
}
