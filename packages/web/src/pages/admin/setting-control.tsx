import type { ReplyOf } from "@tackroom/contract/calls";
import { Input, Select, TextArea } from "../../ui/forms/field.js";
import { PricesControl } from "./prices-control.js";

export type Setting = ReplyOf<"getSetting">;

interface SettingControlProps {
  readonly id: string;
  readonly setting: Setting;
  readonly text: string;
  readonly busy: boolean;
  readonly isWrong: boolean;
  readonly onType: (text: string) => void;
  /** For a control that saves without a second click. */
  readonly onChoose: (text: string) => void;
}

const MAX_LENGTH = 65_536;

/** A setting that is edited as a table, which needs the full width. */
export const isTable = ({ key }: Setting): boolean => key === "telemetry.model_prices";

/** A one-line control would remove the line breaks, without which a certificate cannot be read. */
const isPem = ({ key }: Setting): boolean => key === "saml.idp_x509_cert";

const PLACEHOLDERS: Readonly<Partial<Record<Setting["type"], string>>> = {
  url: "https://…",
  list: "comma-separated",
  rate: "10/minute",
};

/** The control for the type. */
export function SettingControl({ id, setting, text, busy, isWrong, onType, onChoose }: SettingControlProps) {
  if (isTable(setting)) return <PricesControl {...{ id, text, busy, isWrong, onType }} />;
  const shared = {
    id,
    "aria-describedby": `${id}-about`,
    "aria-invalid": isWrong || undefined,
    value: text,
    disabled: busy,
    autoComplete: "off",
  };
  if (setting.type === "boolean") {
    return (
      <Select {...shared} className="max-w-40" onChange={(event) => onChoose(event.target.value)}>
        <option value="true">On</option>
        <option value="false">Off</option>
      </Select>
    );
  }
  const typed = {
    ...shared,
    maxLength: MAX_LENGTH,
    placeholder: placeholderOf(setting),
    onChange: (event: { readonly target: { readonly value: string } }) => onType(event.target.value),
  };
  if (setting.type === "json" || isPem(setting)) {
    return <TextArea {...typed} rows={4} spellCheck={false} className="font-mono text-sm" />;
  }
  if (setting.is_sensitive) return <Input {...typed} type="password" autoComplete="new-password" />;
  if (setting.type === "integer") return <Input {...typed} type="number" step={1} className="max-w-40" />;
  return <Input {...typed} type={setting.type === "url" ? "url" : "text"} spellCheck={false} />;
}

const placeholderOf = ({ is_sensitive: isSensitive, is_set: isSet, type }: Setting): string | undefined => {
  if (isSensitive) return isSet ? "Set. Enter a new value to replace it." : "Not set";
  return PLACEHOLDERS[type];
};
