import { Type } from "typebox";

export const count = Type.Integer({ minimum: 0 });

export const SessionTokens = Type.Object({
  input: count,
  output: count,
  cache_read: count,
  cache_write: count,
  cache_write_1h: Type.Integer({ minimum: 0, description: "The part of cache_write with a one-hour lifetime" }),
  total: count,
});
