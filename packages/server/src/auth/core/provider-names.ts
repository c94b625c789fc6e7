/** As long as a subject may be by its standard, and then some. */
const MAX_LENGTH = 500;

/**
 * Whether a provider's name for a person or a session can be kept exactly as it was sent. PostgreSQL refuses U+0000, and
 * all halves of surrogate pairs would become the same replacement character: two people would be one.
 */
export const isProviderName = (name: string): boolean => name.length <= MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(name);
