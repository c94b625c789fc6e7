const API_KEY = /^tack_(live|test|dev)_[\w-]{43}$/;

/** Tells a key from a token by its looks, before anything is looked up. */
export const isApiKeyShaped = (text: string): boolean => API_KEY.test(text);

export const PREFIX_LENGTH = 16;
