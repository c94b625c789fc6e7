import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { AlertRule } from "@tackroom/contract";
import { isNotFound } from "../../api/problem.js";
import { useAction, useCall } from "../../api/queries.js";
import { NotFound } from "../../shell/failures.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { useToast } from "../../ui/feedback/toast.js";
import { Page } from "../../ui/layout/page.js";
import { AlertForm } from "./alert-form.js";
import { changesOf, valuesOf } from "./alert-values.js";

export function EditAlertPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const query = useCall("getAlert", { params: { id } }, { steady: true });
  if (isNotFound(query.error)) return <NotFound />;
  return (
    <Page
      title={`Edit ${query.data?.name ?? "alert"}`}
      heading={
        <div className="flex flex-col gap-1">
          <Link to="/alerts/$id" params={{ id }} className="text-sm text-accent underline underline-offset-2">
            Back to the alert
          </Link>
          <h1 className="line-clamp-2">
            Edit <bdi>{query.data?.name ?? "alert"}</bdi>
          </h1>
        </div>
      }
      intro="To watch another metric or another item, create a new alert."
    >
      <Loaded query={query}>{(rule) => <EditForm rule={rule} />}</Loaded>
    </Page>
  );
}

function EditForm({ rule }: { readonly rule: AlertRule }) {
  const navigate = useNavigate();
  const toast = useToast();
  const leave = (): void => void navigate({ to: "/alerts/$id", params: { id: rule.id } });
  const update = useAction("updateAlert", {
    refreshes: ["getAlert", "listAlerts"],
    onDone: () => {
      toast.say("Alert saved.");
      leave();
    },
  });
  return (
    <AlertForm
      initial={valuesOf(rule)}
      rule={rule}
      action="Save changes"
      busy={update.isPending}
      refusal={update.error}
      onSave={(values) => {
        const body = changesOf(rule, values);
        if (Object.keys(body).length === 0) leave();
        else update.mutate({ params: { id: rule.id }, body });
      }}
    />
  );
}
