import type { GraphqlRequest } from "@tackroom/contract";
import {
  buildSchema,
  createSourceEventStream,
  execute,
  GraphQLError,
  type ExecutionResult,
  type GraphQLSchema,
} from "graphql";
import type { Context, GraphqlDeps } from "./context.js";
import { createPreparation, type Operation, type Prepared } from "./prepare-operation.js";
import { presentError } from "./present-error.js";
import { queryRoot } from "./sessions.js";
import { createSharedWork } from "./shared-work.js";
import { subscriptionRoot } from "./subscriptions.js";
import { TYPE_DEFINITIONS } from "./type-definitions.js";
import { mapUpdates, type UpdateQueue } from "./update-queue.js";

export interface Failed {
  readonly errors: readonly GraphQLError[];
}

/** Runs operations, whichever way they came. */
export interface Engine {
  readonly schema: GraphQLSchema;
  readonly prepare: (request: GraphqlRequest) => Prepared;
  run(operation: Operation, context: Context): Promise<ExecutionResult>;
  /** The results of a subscription, as long as `isAllowed` says so. */
  subscribe(
    operation: Operation,
    context: Context,
    isAllowed: () => Promise<boolean>,
  ): Promise<UpdateQueue<ExecutionResult> | Failed>;
}

export function createEngine(deps: GraphqlDeps): Engine {
  const schema = buildSchema(TYPE_DEFINITIONS);
  const [queries, subscriptions] = [queryRoot(deps.telemetry), subscriptionRoot(deps)];
  const shared = createSharedWork<Promise<ExecutionResult>>();
  const present = (error: GraphQLError): GraphQLError => presentError(error, deps.log);

  const run = async (operation: Operation, contextValue: Context, rootValue: unknown): Promise<ExecutionResult> => {
    const { errors, ...result } = await execute({ ...argumentsOf(operation), contextValue, rootValue });
    return errors ? { ...result, errors: errors.map(present) } : result;
  };
  const argumentsOf = ({ document, operationName, variables }: Operation) => ({
    schema,
    document,
    operationName,
    variableValues: variables,
  });

  return {
    schema,
    prepare: createPreparation(schema),
    run: (operation, context) => run(operation, context, queries),
    async subscribe(operation, context, isAllowed) {
      const { userId, role } = context.caller;
      const key = `${userId} ${role} ${operation.key}`;
      const source = await createSourceEventStream({
        ...argumentsOf(operation),
        contextValue: context,
        rootValue: subscriptions,
      });
      if (!(Symbol.asyncIterator in source)) return { errors: (source.errors ?? []).map(present) };
      return presentFailures(
        mapUpdates(source as AsyncIterable<object>, async (root) => {
          if (!(await isAllowed())) return undefined;
          const result = await shared(root, key, () => run(operation, context, root));
          await context.recordReads();
          return result;
        }),
        present,
      );
    },
  };
}

/** What goes wrong between an update and its result ends the subscription, with an error that says no more than others do. */
function presentFailures(
  results: UpdateQueue<ExecutionResult>,
  present: (error: GraphQLError) => GraphQLError,
): UpdateQueue<ExecutionResult> {
  return {
    ...results,
    next: () =>
      results.next().catch((error: unknown) => {
        throw present(new GraphQLError("", { originalError: error as Error }));
      }),
  };
}
