/** A reason not to start that the operator can mend: shown as one line, without a stack trace. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
