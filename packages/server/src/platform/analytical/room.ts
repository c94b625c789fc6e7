import { ServiceError } from "../service-error.js";

/** A bounded amount of memory that callers take a share of and give back. */
export interface Room {
  /** Waits in line while there is none, first come first served, and is refused after the time limit. */
  take(bytes: number): Promise<void>;
  give(bytes: number): void;
}

export function createRoom(capacity: number, waitMs: number): Room {
  const line: { readonly bytes: number; readonly enter: () => void }[] = [];
  let used = 0;
  // A share larger than the whole room is granted when the room is empty: it would never fit otherwise.
  const fits = (bytes: number): boolean => used === 0 || used + bytes <= capacity;

  const admit = (): void => {
    for (let first = line[0]; first && fits(first.bytes); first = line[0]) {
      line.shift();
      used += first.bytes;
      first.enter();
    }
  };

  const waitForTurn = (bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const place = {
        bytes,
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(place), 1);
        // A large share at the head may have held up smaller ones that fit.
        admit();
        reject(
          new ServiceError("unavailable", "The write queue is full. Retry shortly.", {
            retryAfterSeconds: 5,
          }),
        );
      }, waitMs);
      line.push(place);
    });

  return {
    async take(bytes) {
      if (line.length > 0 || !fits(bytes)) return waitForTurn(bytes);
      used += bytes;
    },
    give(bytes) {
      used -= bytes;
      admit();
    },
  };
}
