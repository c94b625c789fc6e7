import { randomInt } from "node:crypto";
import { hash } from "@node-rs/argon2";

/** Argon2id, the default. 64 MiB and three passes: about a tenth of a second here, and as slow for whoever steals the hashes. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 });
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
