import { expect } from "vitest";
import type { CliError } from "../../errors.js";
import type { Kind } from "../../kinds.js";
import { temporaryMachine } from "../../scan/testing/temporary-machine.js";
import { readSubmission, type SubmitOptions } from "../read-submission.js";

type Files = Readonly<Record<string, string>>;

export async function submission(kind: Kind, source: string | undefined, files: Files, options: SubmitOptions = {}) {
  using machine = temporaryMachine();
  machine.write(files);
  return readSubmission(machine.cli, kind, source, options);
}

export async function refusal(...given: Parameters<typeof submission>): Promise<CliError> {
  return submission(...given).then(
    (body) => expect.fail(`It was taken: ${JSON.stringify(body)}`),
    (error: unknown) => error as CliError,
  );
}
