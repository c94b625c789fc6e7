import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { ErrorBox } from "./error-box.js";
import { SkeletonRows } from "./skeleton.js";

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data, ApiProblem>;
  /** Something else that it shows is still on its way, and would move what stands here when it comes. */
  readonly waits?: boolean;
  /** What takes the place until it is there. */
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What a call answered; before that its place, and where it failed why. */
export function Loaded<Data>({ query, waits = false, skeleton = <SkeletonRows />, children }: LoadedProps<Data>) {
  if (query.data !== undefined && !waits) return children(query.data);
  if (query.error) return <ErrorBox problem={query.error} onRetry={() => void query.refetch()} />;
  return skeleton;
}
