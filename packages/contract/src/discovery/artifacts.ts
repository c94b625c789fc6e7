import { Type } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";

export const getArtifact = endpoint({
  method: "GET",
  path: "/artifacts/:kind/:uuid/:version",
  module: "discovery",
  summary: "Returns the canonical bytes of a version, which never change",
  access: "optional",
  envelope: "ard",
  audited: false,
  readsOthers: READS.item,
  params: Type.Object({
    kind: Type.String({ maxLength: 32 }),
    uuid: Type.String({ maxLength: 64 }),
    version: Type.String({ maxLength: 64 }),
  }),
  query: None,
  body: None,
  reply: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })),
  produces: ["application/octet-stream"],
  errors: ["not_found", "gone"],
});
