/** For an option that may be given more than once: all its values. */
export const repeatable = (value: string, before: readonly string[] = []): string[] => [...before, value];
