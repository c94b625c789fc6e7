const SECRET = /^[\w-]{43}$/;

/** Tells what may be a secret from what cannot be one, before anything is looked up. */
export const isSecretShaped = (text: string): boolean => SECRET.test(text);

/** So many characters of a secret are shown, to tell feeds apart. */
export const PREFIX_LENGTH = 6;
