/** What the server and the process of its engine tell each other. */
export interface ToEngineProcess {
  readonly dataDir: string;
  readonly module: string;
  readonly user: string;
  readonly password: string;
}

export type FromEngineProcess = { readonly port: number } | { readonly refusal: string } | typeof NEARLY_FULL;

/** The engine's memory has grown so far that it will refuse statements soon. */
export const NEARLY_FULL = "nearly full";

/** The engine is to finish what it has begun, and end. */
export const STOP = "stop";
