import type { TackProgram } from "./hook-script.js";

/** This very program, as something that a script can start: the one place that asks the process. */
export const thisProgram = (): TackProgram => ({ node: process.execPath, tack: process.argv[1] ?? "" });
