const CODES_BY_STATUS: Readonly<Record<number, readonly number[]>> = {
  400: [6, 8, 15, 25, 26, 27, 36, 37, 38, 41, 44, 53, 62, 72, 117, 123, 167, 168, 223, 321, 376, 427, 441],
  401: [194],
  403: [192, 193, 497, 516],
  404: [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 152, 336],
  408: [159],
  413: [229],
  501: [48],
  503: [76, 209, 439],
};

/** As ClickHouse answers them; a code that is not listed is a 500. */
export const STATUS_BY_ERROR_CODE: ReadonlyMap<number, number> = new Map(
  Object.entries(CODES_BY_STATUS).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)] as const)),
);
