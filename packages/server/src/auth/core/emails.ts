/** One spelling per address: that is how accounts are stored and looked up. */
export const normaliseEmail = (typed: string): string => typed.trim().toLowerCase();
