import type { Static, TSchema } from "typebox";
import { Clean } from "typebox/value";
import { checkInput, type CallContext } from "../../platform/http/index.js";
import type { InstallDeps, ListRegistryDeps } from "../../registry/index.js";
import type { TelemetryDeps } from "../../telemetry/index.js";

export interface ToolDeps extends ListRegistryDeps, InstallDeps {
  readonly telemetry: TelemetryDeps;
}

/** What a model can call. Its answer is told as JSON. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  run(deps: ToolDeps, input: Record<string, unknown>, context: CallContext): Promise<unknown>;
}

interface ToolShape<S extends TSchema> extends Omit<Tool, "input" | "run"> {
  readonly input: S;
  readonly run: (deps: ToolDeps, input: Static<S>, context: CallContext) => Promise<unknown>;
}

/** Input is checked by the schema that clients are shown, as the body of a request is. */
export function tool<S extends TSchema>({ run, ...shape }: ToolShape<S>): Tool {
  let check: ((input: unknown) => Static<S>) | undefined;
  return {
    ...shape,
    run: (deps, input, context) => {
      check ??= checkInput(shape.input, "arguments");
      return run(deps, check(input), context);
    },
  };
}

/** As an endpoint with this reply would send it: what is not declared stays here. */
export function asReply<S extends TSchema>(schema: S, value: unknown): Static<S> {
  return Clean(schema, JSON.parse(JSON.stringify(value))) as Static<S>;
}
