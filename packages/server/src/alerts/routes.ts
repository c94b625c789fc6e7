import * as contract from "@tackroom/contract";
import { createSemaphore } from "../platform/concurrency.js";
import type { Mount } from "../platform/http/index.js";
import type { AlertDeps } from "./alert-deps.js";
import { createAlert } from "./create-alert.js";
import { deleteAlert } from "./delete-alert.js";
import { getAlert } from "./get-alert.js";
import { listAlertHistory } from "./list-alert-history.js";
import { listAlerts } from "./list-alerts.js";
import { previewAlert } from "./preview-alert.js";
import { testAlert } from "./test-alert.js";
import { updateAlert } from "./update-alert.js";

const MAX_PREVIEWS_AT_ONCE = 2;

export function mountAlerts(mount: Mount, given: Omit<AlertDeps, "previewsInTurn">): void {
  const deps: AlertDeps = { ...given, previewsInTurn: createSemaphore(MAX_PREVIEWS_AT_ONCE) };
  mount(contract.listAlerts, ({ query }, context) => listAlerts(deps, query, context));
  mount(contract.createAlert, ({ body }, context) => createAlert(deps, body, context));
  mount(contract.previewAlert, ({ body }, context) => previewAlert(deps, body, context));
  mount(contract.getAlert, ({ params }, context) => getAlert(deps, params, context));
  mount(contract.updateAlert, ({ params, body }, context) => updateAlert(deps, { ...body, ...params }, context));
  mount(contract.deleteAlert, ({ params }, context) => deleteAlert(params, context));
  mount(contract.listAlertHistory, ({ params, query }, context) =>
    listAlertHistory(deps, { ...query, ...params }, context),
  );
  mount(contract.testAlert, ({ params }, context) => testAlert(deps, params, context));
}
