import pico from "picocolors";
import type { Cli } from "./cli.js";

export const paint = ({ flags }: Pick<Cli, "flags">): ReturnType<typeof pico.createColors> =>
  pico.createColors(flags.color);
