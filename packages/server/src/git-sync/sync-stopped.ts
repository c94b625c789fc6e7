/** A sync that ends without a version, and does not end otherwise when it is tried again. */
export class SyncStopped extends Error {
  readonly status: "skipped" | "failed";

  constructor(status: "skipped" | "failed", reason: string) {
    super(reason);
    this.name = "SyncStopped";
    this.status = status;
  }
}

export const skipped = (reason: string): SyncStopped => new SyncStopped("skipped", reason);
export const failed = (reason: string): SyncStopped => new SyncStopped("failed", reason);

export const LOST_ACCESS =
  "The user who set up this sync can no longer change the MCP server. An owner must turn sync off and on again.";
