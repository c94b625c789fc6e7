import { None } from "@tackroom/contract";
import { Type } from "typebox";

/** What a test's own endpoint says unless it says otherwise: `endpoint({ ...testEndpoint, method, path })`. */
export const testEndpoint = {
  module: "test",
  summary: "test",
  access: "anyone",
  audited: false,
  params: None,
  query: None,
  body: None,
  reply: Type.Unknown(),
  errors: [],
} as const;
