import { createSemaphore, type Semaphore } from "../platform/concurrency.js";

/** Reads of one operation, a few at a time: a list of lists must not fill the queues of the stores. */
export type Reads = Semaphore;

const AT_ONCE = 4;

export const createReads = (): Reads => createSemaphore(AT_ONCE);
