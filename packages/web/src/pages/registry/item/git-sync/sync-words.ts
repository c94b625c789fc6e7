import type { ReplyOf } from "@tackroom/contract/calls";
import type { ElementOf } from "../../../../api/client.js";
import type { ItemOf } from "../../../../api/kinds.js";
import type { Tone } from "../../../../ui/feedback/badge.js";

export type Sync = ReplyOf<"putSync">;
export type SyncRun = ElementOf<ReplyOf<"listSyncRuns">>;
type SyncStatus = SyncRun["status"];
type GitHost = Sync["provider"];

export const HOST_NAMES: Readonly<Record<GitHost, string>> = {
  host_a: "GitHub or compatible (host A)",
  host_b: "GitLab (host B)",
};

export const STATUS_TONES: Readonly<Record<SyncStatus, Tone>> = {
  queued: "info",
  syncing: "info",
  success: "good",
  skipped: "neutral",
  failed: "bad",
};

export const isUnderWay = ({ last_sync_status }: Partial<Pick<Sync, "last_sync_status">>): boolean =>
  last_sync_status === "queued" || last_sync_status === "syncing";

/** Why sync cannot be turned on, and what to do about it. */
export interface Obstacle {
  readonly title: string;
  readonly remedy: string;
}

export function obstacleOf({ status, git_url }: Pick<ItemOf<"mcps">, "status" | "git_url">): Obstacle | undefined {
  if (status === "archived") {
    return { title: "Archived items are not synced", remedy: "Unarchive it first, in the Manage menu." };
  }
  if (status !== "approved") {
    return {
      title: "Not approved yet",
      remedy: "Git sync can be turned on once a reviewer has approved a version.",
    };
  }
  if (!git_url) {
    return {
      title: "No git repository",
      remedy: "Release a version with the URL of its repository. Once it is approved, git sync can be turned on.",
    };
  }
  return undefined;
}

export interface SyncChoice {
  readonly push: boolean;
  readonly release: boolean;
  readonly branch: string;
  readonly host: GitHost | "auto";
}

/** The present settings, or those of a sync that is turned on for the first time. */
export const choiceOf = (sync?: Sync): SyncChoice => ({
  push: sync?.sync_on_push ?? true,
  release: sync?.sync_on_release ?? false,
  branch: sync?.branch ?? "",
  host: sync?.repository_host ?? "auto",
});

export const bodyOf = ({ push, release, branch, host }: SyncChoice) => ({
  sync_on_push: push,
  sync_on_release: release,
  branch: branch.trim() === "" ? null : branch.trim(),
  provider: host,
});

export function triggersOf({ sync_on_push, sync_on_release }: Pick<Sync, "sync_on_push" | "sync_on_release">): string {
  if (sync_on_push && sync_on_release) return "pushes and releases";
  return sync_on_push ? "pushes" : "releases";
}

type Configured = Pick<Sync, "provider" | "sync_on_push" | "sync_on_release">;

/** How to add the webhook, in the words of the host's own settings. */
export function stepsOf({ provider, sync_on_push, sync_on_release }: Configured): readonly string[] {
  const isB = provider === "host_b";
  const [push, release] = isB ? ["Push events", "Releases events"] : ["Pushes", "Releases"];
  const events = [...(sync_on_push ? [push] : []), ...(sync_on_release ? [release] : [])].join(" and ");
  return isB
    ? [
        "In the settings of the project, open Webhooks and add a webhook.",
        "Enter the webhook URL as its URL, and the secret as its secret token.",
        `Choose the trigger: ${events}.`,
      ]
    : [
        "In the settings of the repository, open Webhooks and add a webhook.",
        "Enter the webhook URL as its payload URL, choose the content type application/json, and enter the secret.",
        `Choose individual events: ${events}.`,
      ];
}

/** As in the reasons that the server gives. */
const SHORT_COMMIT_LENGTH = 12;
export const shortCommit = (sha: string): string => sha.slice(0, SHORT_COMMIT_LENGTH);
