import { note, type Machine } from "../../cli.js";

const LOOK_MS = 50;
const PATIENCE_MS = 2000;

/**
 * Reads piped input, and nothing from a terminal. Programs may start tack with an input that stays open and silent: with
 * `waits`, the user is told what the command is waiting for; without it, input that is not available immediately is ignored.
 */
export async function readStandardInput(machine: Machine, { waits }: { readonly waits: boolean }): Promise<string> {
  const { stdin } = machine;
  if (stdin.isTTY) return "";
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      stdin.removeAllListeners("data");
      stdin.pause();
      resolve(
        Buffer.concat(chunks)
          .toString()
          .replace(/^\uFEFF/, ""),
      );
    };
    const timer = waits
      ? setTimeout(() => note(machine, "Reading the body from standard input …"), PATIENCE_MS)
      : setTimeout(end, LOOK_MS);
    stdin.on("data", (chunk: Buffer | string) => {
      chunks.push(Buffer.from(chunk));
      if (waits) clearTimeout(timer);
    });
    stdin.once("end", end);
    stdin.once("error", reject);
  });
}
