import {
  keepPreviousData,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";
import type { CallName, ReplyOf } from "@tackroom/contract/calls";
import { useCallback, useState } from "react";
import type { ElementOf, Listed } from "./client.js";
import { useApi } from "./context.js";
import type { ApiProblem } from "./problem.js";
import type { CallInput } from "./request.js";
import { createSingleFlight } from "./single-flight.js";

export interface CallOptions {
  /** False while the parameters are not known yet. */
  readonly enabled?: boolean;
  /** Shows the previous result until the new one has arrived. */
  readonly keepsPrevious?: boolean;
  readonly refetchEveryMs?: number;
  /** Fetches on every mount, even if the cached result is recent. */
  readonly fresh?: boolean;
  /** Fetches once per mount and then only on request, so that the content never changes while it is being read. */
  readonly steady?: boolean;
}

const queryOptions = ({
  enabled = true,
  keepsPrevious = false,
  refetchEveryMs,
  fresh = false,
  steady = false,
}: CallOptions) => ({
  enabled,
  ...(steady ? { staleTime: Infinity, gcTime: 0 } : {}),
  ...(fresh ? { refetchOnMount: "always" as const } : {}),
  ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  ...(refetchEveryMs === undefined ? {} : { refetchInterval: refetchEveryMs }),
});

/** The cached and shared response of an endpoint: `useCall("getTeam", { params: { id } })`. What nobody waits for any more is cancelled. */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallInput<Name> = {},
  options: CallOptions = {},
): UseQueryResult<ReplyOf<Name>, ApiProblem> {
  const api = useApi();
  return useQuery<ReplyOf<Name>, ApiProblem>({
    queryKey: [name, input],
    queryFn: async ({ signal }) => (await api.call(name, { ...input, signal })) ?? (null as ReplyOf<Name>),
    ...(queryOptions(options) as object),
  });
}

/** A list with its total. */
export function useList<Name extends CallName>(
  name: Name,
  input: CallInput<Name> = {},
  options: CallOptions = {},
): UseQueryResult<Listed<ElementOf<ReplyOf<Name>>>, ApiProblem> {
  const api = useApi();
  return useQuery<Listed<ElementOf<ReplyOf<Name>>>, ApiProblem>({
    queryKey: [name, input, "list"],
    queryFn: () => api.list(name, input),
    ...(queryOptions(options) as object),
  });
}

/** The same list for several kinds: `useLists(["mcps.listItems", "skills.listItems"], { query })`. */
export function useLists<Name extends CallName>(
  names: readonly Name[],
  input: CallInput<Name> = {},
  options: CallOptions = {},
): readonly UseQueryResult<Listed<ElementOf<ReplyOf<Name>>>, ApiProblem>[] {
  const api = useApi();
  return useQueries({
    queries: names.map((name) => ({
      queryKey: [name, input, "list"],
      queryFn: () => api.list(name, input),
      ...(queryOptions(options) as object),
    })),
  }) as readonly UseQueryResult<Listed<ElementOf<ReplyOf<Name>>>, ApiProblem>[];
}

export interface Question<Name extends CallName> {
  readonly name: Name;
  readonly input: CallInput<Name>;
  readonly enabled?: boolean;
}

export interface Answered<Reply> {
  readonly data: Reply | undefined;
  readonly error: ApiProblem | null;
}

/** Several calls at once, with results in the order of the calls. The array is stable while the results are unchanged. */
export function useCalls<Name extends CallName>(
  questions: readonly Question<Name>[],
): readonly Answered<ReplyOf<Name>>[] {
  const api = useApi();
  return useQueries({
    queries: questions.map(({ name, input, enabled = true }) => ({
      queryKey: [name, input],
      queryFn: () => api.call(name, input),
      enabled,
    })),
    combine: answersOf,
  }) as readonly Answered<ReplyOf<Name>>[];
}

const answersOf = (results: readonly UseQueryResult[]): readonly Answered<unknown>[] =>
  results.map(({ data, error }) => ({ data, error: error as ApiProblem | null }));

export interface ActionOptions<Name extends CallName> {
  /** The calls whose results it changes. */
  readonly refreshes?: readonly CallName[];
  readonly onDone?: (reply: ReplyOf<Name>, input: CallInput<Name>) => unknown;
}

/**
 * A mutation: `const approve = useAction("approveSubmission", { refreshes: ["listSubmissions"] })`. While one is on its way, the
 * same again is not sent: a button is disabled only with the next drawing, and the second click of two can come before.
 */
export function useAction<Name extends CallName>(
  name: Name,
  { refreshes = [], onDone }: ActionOptions<Name> = {},
): UseMutationResult<ReplyOf<Name>, ApiProblem, CallInput<Name>> {
  const api = useApi();
  const queries = useQueryClient();
  const [onceAtATime] = useState(createSingleFlight<ReplyOf<Name>>);
  const mutation = useMutation<ReplyOf<Name>, ApiProblem, CallInput<Name>>({
    mutationFn: (input) => api.call(name, input),
    onSuccess: async (reply, input) => {
      await onDone?.(reply, input);
      await Promise.all(refreshes.map((call) => queries.invalidateQueries({ queryKey: [call] })));
    },
  });
  const send = mutation.mutateAsync;
  const mutateAsync: typeof send = useCallback(
    (input, options) => onceAtATime(JSON.stringify(input), () => send(input, options)),
    [onceAtATime, send],
  );
  const mutate: typeof mutation.mutate = useCallback(
    // The failure is in the result.
    (input, options) => void mutateAsync(input, options).catch(() => undefined),
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
