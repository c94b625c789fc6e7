import { useId, useState } from "react";
import type { User } from "../../api/client.js";
import { useAction, useCall } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Button } from "../../ui/actions/button.js";
import { classes } from "../../ui/theme/classes.js";
import { Confirmation } from "../../ui/overlays/confirmation.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { problemWith } from "../../ui/forms/form.js";
import { useToast } from "../../ui/feedback/toast.js";
import { Lockout, LockoutDialog, type Risk } from "./lockout-dialog.js";
import { isTable, SettingControl, type Setting } from "./setting-control.js";

const CHANGED = ["listSettings", "listAuditLog", "getPublicConfig"] as const;

/** One setting: what it is for, what holds now, and the control to change it in place. */
export function SettingRow({ setting }: { readonly setting: Setting }) {
  const id = useId();
  const reason = whyReadOnly(setting, useUser());
  return (
    <div className={classes("grid gap-x-6 gap-y-2 p-4", !isTable(setting) && "md:grid-cols-2")}>
      <div className="flex min-w-0 flex-col items-start gap-1">
        {isTable(setting) ? (
          <h3 className="font-medium break-all">{setting.key}</h3>
        ) : (
          <label htmlFor={id} className="font-medium break-all">
            {setting.key}
          </label>
        )}
        <p id={`${id}-about`} className="text-sm text-muted">
          {setting.description}
        </p>
        <div className="flex flex-wrap gap-1">
          {setting.is_set && !setting.is_externally_managed && <Badge tone="accent">Changed</Badge>}
          {setting.is_sensitive && <Badge>Secret</Badge>}
          {setting.restart_required && <Badge tone="warn">Holds after a restart</Badge>}
          {setting.is_externally_managed && <Badge tone="info">Managed outside</Badge>}
        </div>
      </div>
      {reason === undefined ? (
        <Editor id={id} setting={setting} />
      ) : (
        <ReadOnly id={id} setting={setting} reason={reason} />
      )}
    </div>
  );
}

interface PartProps {
  readonly id: string;
  readonly setting: Setting;
}

/** Why the server would refuse a change; undefined when it takes one. */
function whyReadOnly({ is_externally_managed: isManaged, changed_by: role }: Setting, user: User): string | undefined {
  if (isManaged) return "It comes from the environment or a file of the server, and can only be changed there.";
  if (role === null) return "The server makes it itself. One of your own is given as a file when the server starts.";
  if (!mayActAs(user, role)) return `Only a ${role.replace("_", " ")} may change it. Ask one to do it.`;
  return undefined;
}

const ReadOnly = ({ id, setting, reason }: PartProps & { readonly reason: string }) => (
  <div className="flex min-w-0 flex-col gap-1">
    <output id={id} aria-describedby={`${id}-why`} className="font-mono text-sm break-all">
      {shownValue(setting)}
    </output>
    <p id={`${id}-why`} className="text-sm text-muted">
      {reason}
    </p>
  </div>
);

const shownValue = (setting: Setting): string => {
  const { is_sensitive: isSensitive, is_set: isSet, value } = setting;
  if (isSensitive) return isSet ? "set, and not shown" : "not set";
  return inWords(setting, value);
};

/** A value as its control shows it. */
const inWords = ({ type }: Setting, value: string): string => {
  if (type === "boolean") return value === "true" ? "On" : "Off";
  return value === "" ? "empty" : value;
};

/** A change is checked first: one that would lock people out is asked about before it is sent. */
function useChange(setting: Setting) {
  const toast = useToast();
  const [draft, setDraft] = useState<string>();
  const [risk, setRisk] = useState<Risk>();
  const save = useAction("putSetting", { refreshes: CHANGED });
  const check = useAction("checkSetting");
  const params = { key: setting.key };
  const send = (value: string): void =>
    save.mutate(
      { params, body: { value } },
      {
        // The new value has been fetched by now, so that the old one does not flash up.
        onSuccess: () => {
          setDraft(undefined);
          setRisk(undefined);
          toast.say(`${setting.key} is saved${setting.restart_required ? "; it holds after a restart" : ""}.`);
        },
      },
    );
  return {
    draft,
    setDraft,
    risk,
    send,
    error: check.error ?? save.error,
    busy: check.isPending || save.isPending,
    put(value: string): void {
      setDraft(value);
      check.mutate(
        { params, body: { value } },
        { onSuccess: ({ warnings }) => (warnings.length === 0 ? send(value) : setRisk({ value, warnings })) },
      );
    },
    discard(): void {
      setDraft(undefined);
      setRisk(undefined);
      check.reset();
      save.reset();
    },
  };
}

function Editor({ id, setting }: PartProps) {
  const [resetting, setResetting] = useState(false);
  const { draft, setDraft, risk, send, error, busy, put, discard } = useChange(setting);
  const stored = setting.is_sensitive ? "" : setting.value;
  return (
    <form
      className="flex min-w-0 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft !== undefined) put(draft);
      }}
    >
      <SettingControl
        id={id}
        setting={setting}
        text={draft ?? stored}
        busy={busy}
        isWrong={problemWith(error, "value") !== undefined}
        onType={setDraft}
        onChoose={put}
      />
      {error && !risk && <ErrorBox problem={error} />}
      <EditorButtons
        setting={setting}
        isChanged={draft !== undefined && draft !== stored}
        busy={busy}
        onDiscard={discard}
        onReset={() => setResetting(true)}
      />
      {resetting && <ResetDialog setting={setting} onClose={() => setResetting(false)} />}
      {risk && (
        <LockoutDialog
          setting={setting}
          risk={risk}
          busy={busy}
          problem={error}
          onConfirm={() => send(risk.value)}
          onClose={discard}
        />
      )}
    </form>
  );
}

interface EditorButtonsProps {
  readonly setting: Setting;
  readonly isChanged: boolean;
  readonly busy: boolean;
  readonly onDiscard: () => void;
  readonly onReset: () => void;
}

function EditorButtons({ setting, isChanged, busy, onDiscard, onReset }: EditorButtonsProps) {
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-2">
      {isChanged && (
        <>
          {setting.type !== "boolean" && (
            <Button type="submit" variant="primary" size="small" busy={busy} aria-label={`Save ${setting.key}`}>
              Save
            </Button>
          )}
          <Button size="small" disabled={busy} onClick={onDiscard} aria-label={`Discard the change of ${setting.key}`}>
            Discard
          </Button>
        </>
      )}
      <p className="min-w-0 text-sm break-all text-muted">Default: {inWords(setting, setting.default)}</p>
      {setting.is_set && (
        <Button size="small" variant="quiet" onClick={onReset} aria-label={`Reset ${setting.key} to its default`}>
          Reset
        </Button>
      )}
    </div>
  );
}

function ResetDialog({ setting, onClose }: { readonly setting: Setting; readonly onClose: () => void }) {
  const toast = useToast();
  const reset = useAction("deleteSetting", {
    refreshes: CHANGED,
    onDone: () => {
      toast.say(`${setting.key} has its default again.`);
      onClose();
    },
  });
  const check = useCall("checkSetting", { params: { key: setting.key }, body: {} }, { fresh: true });
  return (
    <Confirmation
      title={`Reset ${setting.key}?`}
      description={
        setting.is_sensitive
          ? "The stored secret is removed and cannot be brought back."
          : `Its default holds again: ${inWords(setting, setting.default)}.`
      }
      action="Reset to the default"
      busy={reset.isPending || check.isPending}
      problem={reset.error ?? check.error}
      onConfirm={() => reset.mutate({ params: { key: setting.key } })}
      onClose={onClose}
    >
      {check.data && <Lockout settingKey={setting.key} warnings={check.data.warnings} />}
    </Confirmation>
  );
}
