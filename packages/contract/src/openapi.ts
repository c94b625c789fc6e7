import { Type } from "typebox";
import { endpoint, None } from "./endpoint.js";

export const getOpenapi = endpoint({
  method: "GET",
  path: "/openapi.json",
  module: "openapi",
  summary: "Returns this document: the OpenAPI 3.1 description of the API",
  access: "anyone",
  audited: false,
  readsOthers: false,
  params: None,
  query: None,
  body: None,
  reply: Type.Object({ openapi: Type.String() }, { additionalProperties: true, $id: "OpenApiDocument" }),
  errors: [],
});
