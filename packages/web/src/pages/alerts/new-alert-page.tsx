import { Link, useNavigate } from "@tanstack/react-router";
import type { AlertRule } from "@tackroom/contract";
import { useState } from "react";
import { useAction } from "../../api/queries.js";
import { Page } from "../../ui/layout/page.js";
import { SecretOnce } from "../../ui/overlays/secret-once.js";
import { AlertForm } from "./alert-form.js";
import { createBody, NEW_ALERT } from "./alert-values.js";
import { SignatureHelp } from "./signature-help.js";

export function NewAlertPage() {
  const navigate = useNavigate();
  const [created, setCreated] = useState<AlertRule>();
  const create = useAction("createAlert", { refreshes: ["listAlerts"], onDone: setCreated });
  return (
    <Page
      title="New alert"
      heading={
        <div className="flex flex-col gap-1">
          <Link to="/alerts" className="text-sm text-accent underline underline-offset-2">
            All alerts
          </Link>
          <h1>New alert</h1>
        </div>
      }
    >
      <AlertForm
        initial={NEW_ALERT}
        action="Create alert"
        busy={create.isPending}
        isSaved={created !== undefined}
        refusal={create.error}
        onSave={(values) => create.mutate({ body: createBody(values) })}
      />
      {created && (
        <SecretOnce
          title={`${created.name} created`}
          description="This secret signs what is sent to the webhook. It is not shown again, and cannot be replaced."
          secret={created.webhook_secret ?? ""}
          what="Webhook secret"
          onClose={() => void navigate({ to: "/alerts/$id", params: { id: created.id } })}
        >
          <details>
            <summary className="py-1">How to verify the signature</summary>
            <SignatureHelp />
          </details>
        </SecretOnce>
      )}
    </Page>
  );
}
