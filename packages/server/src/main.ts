import { parseArgs } from "node:util";
import { HELP } from "./banner.js";
import { printConfig, readConfig } from "./platform/config/index.js";
import { StartupError } from "./platform/startup-error.js";
import { readOperation, type Operation } from "./read-operation.js";

export interface MainOptions {
  /** `npm start` keeps `JWT_KEY_DIR` in the data directory when it is not given. */
  readonly keysBesideData?: boolean;
}

/** Reads the command line and the environment, and starts the service. The exit code is the process's to come. */
export async function main(argv: readonly string[], options: MainOptions = {}): Promise<void> {
  const startedAt = performance.now();
  try {
    const args = readArguments(argv);
    if (args.help) return say(HELP);
    const read = readConfig({ env: process.env, args: args.variables, ...options });
    if (!read.ok) return refuse(read.problems);
    if (args.printConfig) return say(printConfig(read.lines));
    // Loaded when they are needed: the whole server takes seconds, and a mistyped port is told at once.
    if (args.operation) {
      const { operate } = await import("./operate.js");
      return say(await operate(read.config, args.operation));
    }
    const { serve } = await import("./serve.js");
    await serve(read.config, startedAt);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    refuse([error.message]);
  }
}

function readArguments(argv: readonly string[]): {
  help: boolean;
  printConfig: boolean;
  operation: Operation | undefined;
  variables: Record<string, string | undefined>;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: "boolean", short: "h", default: false },
        "print-config": { type: "boolean", default: false },
        role: { type: "string" },
        port: { type: "string", short: "p" },
        host: { type: "string" },
        "data-dir": { type: "string", short: "d" },
      },
    });
    return {
      help: values.help,
      printConfig: values["print-config"],
      operation: readOperation(positionals),
      variables: { ROLE: values.role, PORT: values.port, HOST: values.host, DATA_DIR: values["data-dir"] },
    };
  } catch (error) {
    throw new StartupError(`${(error as Error).message.split(".")[0]}. See npm start -- --help`, { cause: error });
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function refuse(reasons: readonly string[]): void {
  for (const reason of reasons) process.stderr.write(`tackroom: ${reason}\n`);
  process.exitCode = 1;
}
