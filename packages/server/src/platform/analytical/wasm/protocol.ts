/** What the server and the process of its engine tell each other. */
export interface ToEngineProcess {
  readonly dataDir: string;
  readonly module: string;
  readonly user: string;
  readonly password: string;
}

export type FromEngineProcess = { readonly port: number } | { readonly refusal: string };

/** The engine is to finish what it has begun, and end. */
export const STOP = "stop";
