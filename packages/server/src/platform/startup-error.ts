/** A reason not to start that the operator can fix: shown as one line, without a stack trace. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}

/** A server that was named but cannot be used: says which variable to look at, and the driver's reason without its address. */
export function unusable(engine: string, variable: string, error: unknown): StartupError {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const reason = [code, message].filter((part) => typeof part === "string" && part !== "").join(": ");
  return new StartupError(`Cannot connect to ${engine} (${reason || String(error)}). Check ${variable}.`, {
    cause: error,
  });
}
