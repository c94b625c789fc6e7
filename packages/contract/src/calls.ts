/**
 * Calls by name, for clients: types only, so that a client need not load the schemas. The method and path of each name are
 * in `route.ts`.
 */
import type { Static, TSchema } from "typebox";
import type * as contract from "./index.js";
import type { EndpointShape } from "./endpoint.js";

type EndpointsOf<Values> = {
  readonly [Name in keyof Values as Values[Name] extends EndpointShape ? Name : never]: Values[Name];
};

type Registry = typeof contract.REGISTRY;
type OfKinds = {
  readonly [Type in keyof Registry]: {
    readonly [Name in keyof Registry[Type] & string as `${Type}.${Name}`]: Registry[Type][Name];
  };
}[keyof Registry];
type UnionToIntersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Every endpoint under its name: `login`, `mcps.submitItem`. */
export type Calls = EndpointsOf<typeof contract> & UnionToIntersection<OfKinds>;
export type CallName = Extract<keyof Calls, string>;

type Part<Name extends CallName, Member extends "params" | "query" | "body" | "reply"> =
  Calls[Name] extends Readonly<Record<Member, infer Schema>>
    ? Schema extends TSchema
      ? Static<Schema>
      : never
    : never;

export type ReplyOf<Name extends CallName> = Part<Name, "reply">;
export type BodyOf<Name extends CallName> = Part<Name, "body">;
export type QueryOf<Name extends CallName> = Part<Name, "query">;

type Kinds = typeof contract.KINDS;
type Fields<Properties> = {
  readonly [Key in keyof Properties]?: Properties[Key] extends TSchema ? Static<Properties[Key]> : never;
};

/** One item in full, with what only its kind has: the endpoints are made for any kind, so their types tell what all have. */
export type ItemOf<Type extends contract.ItemType> = ReplyOf<`${Type}.getItem`> &
  Fields<
    Kinds[Type]["fields"] & Kinds[Type]["itemFields"] & Kinds[Type]["summaryFields"] & Kinds[Type]["detailFields"]
  >;
