import * as contract from "@tackroom/contract";
import { Answer, type Mount } from "../platform/http/index.js";
import { createHealthCheck, type HealthDeps } from "./get-health.js";
import { getLiveness } from "./get-liveness.js";

export function mountHealth(mount: Mount, deps: HealthDeps): void {
  const checkHealth = createHealthCheck(deps);
  mount(contract.getHealth, async () => {
    const report = await checkHealth();
    return new Answer(report, { status: report.status === "unhealthy" ? 503 : 200 });
  });
  mount(contract.getLiveness, async () => getLiveness());
}
