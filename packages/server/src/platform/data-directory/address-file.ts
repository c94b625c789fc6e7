import { join } from "node:path";
import { replaceFile } from "../files.js";

export const ADDRESS_FILE = "server.json";

export interface ListeningAt {
  readonly pid: number;
  /** As configured: 0 picks another port at each start. */
  readonly port: number;
  readonly address: string;
}

/** Tells `tack server` where the process that uses this directory listens. It stays, so that the next start can use the same port. */
export function writeAddressFile(dir: string, at: ListeningAt): void {
  replaceFile(join(dir, ADDRESS_FILE), `${JSON.stringify(at)}\n`);
}
