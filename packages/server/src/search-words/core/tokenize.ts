/**
 * What a word consists of. Words are looked up in an index that another program may have filled, so each alphabet follows its
 * index: a character more or less, and what is stored is not found.
 */
const ALPHABETS = {
  /** Letters and digits of every script, as in PostgreSQL's `simple` text search configuration. */
  letters: /[\p{L}\p{N}]+/gu,
  /** Everything but ASCII punctuation and space, as in ClickHouse's `hasToken` and in `session_words_of` of the migrations. */
  tokens: /[A-Za-z0-9\u0080-\uffff]+/g,
  /** Letters and digits with the marks that belong to them: many scripts write vowels as marks. */
  marked: /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu,
  /** Letters with the punctuation that joins them, as in `e-mail`, `user's`, `C++` and `a/b.c`, for callers that split them further. */
  compounds: /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’_.+#/-]+[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*[+#]*/gu,
} as const;

/** A letter of a script whose readers leave marks out, or take them for accents. */
const MARKED_BUT_THE_SAME =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu;

/** Which spellings count as the same word. */
const FOLDS = {
  none: (text: string): string => text,
  /** Upper and lower case of ASCII, as ClickHouse's `lower` does: other letters keep theirs. */
  asciiCase: (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  case: (text: string): string => text.toLowerCase(),
  /** Full width and other compatibility forms, but not case, by which identifiers are split. */
  width: (text: string): string => text.normalize("NFKC"),
  /** Case, width and accents. In other scripts marks tell words apart, as the vowels of Hindi and the voiced sounds of Japanese do. */
  accents: (text: string): string =>
    text.normalize("NFKD").replaceAll(MARKED_BUT_THE_SAME, "$1").normalize("NFC").toLowerCase(),
} as const;

type Fold = keyof typeof FOLDS;

export const fold = (text: string, by: Fold): string => FOLDS[by](text);

/** The words of a text in their order, repeated ones included. */
export const tokenize = (text: string, alphabet: keyof typeof ALPHABETS, by: Fold): string[] =>
  fold(text, by).match(ALPHABETS[alphabet]) ?? [];
