import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { ErrorBox } from "./error-box.js";
import { SkeletonRows } from "./skeleton.js";

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data, ApiProblem>;
  /** Other data is still loading and would move the content when it arrives. */
  readonly waits?: boolean;
  /** Shown while loading. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** The result of a call, with a placeholder while loading and an error box on failure. */
export function Loaded<Data>({ query, waits = false, skeleton = <SkeletonRows />, children }: LoadedProps<Data>) {
  if (query.data !== undefined && !waits) return children(query.data);
  if (query.error) return <ErrorBox problem={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
