import type { EnabledSync } from "./show-sync.js";

type Configured = Pick<EnabledSync, "provider" | "sync_on_push" | "sync_on_release">;

/** What to do with a new secret, in the words of the repository's host. */
export function webhookSteps(sync: Configured): string[] {
  return [
    "",
    "The secret is not shown again. Add this webhook to the repository, or update it:",
    ...(sync.provider === "host_b" ? stepsOfHostB(sync) : stepsOfHostA(sync)),
  ];
}

const stepsOfHostA = (sync: Configured): string[] => [
  "  Payload URL:   the webhook URL above",
  "  Content type:  application/json",
  "  Secret:        the secret above",
  `  Events:        ${eventsOf(sync, ["push", "release"])}`,
];

const stepsOfHostB = (sync: Configured): string[] => [
  "  URL:           the webhook URL above",
  "  Secret token:  the secret above",
  `  Trigger:       ${eventsOf(sync, ["push events", "release events"])}`,
];

const eventsOf = ({ sync_on_push, sync_on_release }: Configured, [push, release]: readonly [string, string]): string =>
  [sync_on_push ? push : "", sync_on_release ? release : ""].filter(Boolean).join(" and ");
