import type { PreviewAlertBody } from "@tackroom/contract";
import { fieldErrors } from "../platform/service-error.js";

type Watched = Pick<PreviewAlertBody, "metric" | "target_type" | "target_id">;

/** What a rule is about, if it can be about that. */
export function readWatched<W extends Watched>(watched: W): W {
  const { metric, target_type } = watched;
  const target_id = target_type === "all" ? "" : watched.target_id.trim();
  const errors = [
    ...(target_type !== "all" && target_id === ""
      ? [{ path: "body.target_id", message: `is required when target_type is ${target_type}` }]
      : []),
    ...(target_type === "mcp" && (metric === "token_usage" || metric === "cost_usd")
      ? [
          {
            path: "body.metric",
            message: `${metric} cannot be measured for an MCP server; use agent or all as target_type`,
          },
        ]
      : []),
  ];
  if (errors.length > 0) throw fieldErrors(errors);
  return { ...watched, target_id };
}
