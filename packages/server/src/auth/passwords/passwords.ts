import { randomInt } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createSemaphore } from "../../platform/concurrency.js";

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash to compare with it takes as long and says no: the time does not tell whether there is an account. */
  verify(hashed: string | null | undefined, password: string): Promise<boolean>;
}

/** Argon2id, the default. 64 MiB and three passes: about a tenth of a second here, which makes cracking stolen hashes expensive. */
const COST = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 };

/** More at once would not be faster, but would take the memory and the threads that the stores need. */
const AT_ONCE = Math.max(2, availableParallelism());

export function createPasswords(): Passwords {
  const limited = createSemaphore(AT_ONCE);
  // Made at once, or the first stranger would wait longer than everyone after.
  const nobodys = hash(generatePassword(), COST);
  return {
    hash: (password) => limited(() => hash(password, COST)),
    verify: (hashed, password) =>
      limited(async () => {
        const stored = hashed ?? (await nobodys);
        return (await verify(stored, password)) && stored === hashed;
      }),
  };
}

const LETTERS = "abcdefghijkmnopqrstuvwxyz";
const GROUPS = [LETTERS, LETTERS.toUpperCase(), "23456789", "!#%+-=?@"];
const GENERATED_LENGTH = 20;

const pick = (from: string): string => from.charAt(randomInt(from.length));

/** One character of each group, so that it satisfies our own rules, and none that is easily misread. */
export function generatePassword(): string {
  const all = GROUPS.join("");
  const chosen = [...GROUPS.map(pick), ...Array.from({ length: GENERATED_LENGTH - GROUPS.length }, () => pick(all))];
  for (let last = chosen.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [chosen[last], chosen[other]] = [chosen[other] ?? "", chosen[last] ?? ""];
  }
  return chosen.join("");
}
