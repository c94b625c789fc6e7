import type { Machine } from "../cli.js";
import { disk } from "./disk.js";

const LARGEST_LOCK = 8 * 1024 * 1024;

/** The part of `tack.lock` that tells what an install has written. */
interface Lock {
  readonly items?: readonly {
    readonly qualified_name?: string;
    readonly files?: readonly {
      readonly path?: string;
      readonly mode?: string;
      readonly keys?: readonly string[];
    }[];
  }[];
}

interface Place {
  readonly file: string;
  readonly pointer?: string;
}

/** Tells of a finding which item of the registry it was installed from, by the locks of the project and of the person. */
export async function readInstalled({ home, cwd }: Machine): Promise<(place: Place) => { installed?: string }> {
  const written = new Map<string, string>();
  for (const path of [`${home}/.tackroom/tack.lock`, `${cwd}/tack.lock`]) {
    const { items = [] } = await readLock(path);
    for (const { qualified_name: name = "", files = [] } of items) {
      for (const file of files) {
        const pointers = file.mode === "merged" ? (file.keys ?? []) : [""];
        for (const pointer of pointers) written.set(JSON.stringify([file.path, pointer]), name);
      }
    }
  }
  return ({ file, pointer = "" }) => {
    const installed = written.get(JSON.stringify([file, pointer])) ?? written.get(JSON.stringify([file, ""]));
    return installed === undefined ? {} : { installed };
  };
}

/** One that cannot be read is for the commands to tell that need it. */
async function readLock(path: string): Promise<Lock> {
  const read = await disk.read(path, LARGEST_LOCK);
  try {
    const value: unknown = read.kind === "text" ? JSON.parse(read.text) : {};
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
