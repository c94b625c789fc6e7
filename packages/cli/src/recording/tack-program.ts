import type { TackProgram } from "./hook-script.js";

/** This program, in a form that a script can start: the only place that reads it from the process. */
export const thisProgram = (): TackProgram => ({ node: process.execPath, tack: process.argv[1] ?? "" });
