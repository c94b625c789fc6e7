import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { recordCliEvent, type RecordCliEventDeps } from "./record-cli-event.js";

export function mountAudit(mount: Mount, deps: RecordCliEventDeps): void {
  mount(contract.recordCliEvent, ({ body }, context) => recordCliEvent(deps, body, context));
}
