import { SessionFilter } from "@tackroom/contract";
import {
  assertInputObjectType,
  buildSchema,
  isInputObjectType,
  isObjectType,
  type GraphQLField,
  type GraphQLInputField,
} from "graphql";
import { expect, test } from "vitest";
import { TYPE_DEFINITIONS } from "./type-definitions.js";

/** Contract §7.3, word for word, but for the tokens of a session: whoever does not know them must not say 0. */
const CONTRACT = `
type Query { health:String! # "ok"
 session(id:String!, harness:String, project:String, userId:ID):Session # several: error AMBIGUOUS
 sessions(first:Int = 50, after:String, filter:SessionFilter):SessionConnection! }
input SessionFilter { harness:String agentId:ID project:String userId:ID model:String hasErrors:Boolean
 search:String from:String to:String }
type Session { sessionId:String! harness:String! project:String! userId:ID! agentId:ID agentVersion:String
 parentSessionId:String startedAt:String lastEventAt:String final:Boolean! lineCount:Int! acknowledgedLine:Int!
 acknowledgedOffset:Float! generation:Int! toolCalls:Int! toolFailures:Int! models:[String!]! totalCredits:Float
 costUsd:Float tokens:Tokens integrity:Integrity! events(first:Int = 50, after:String, kinds:[String!]):EventConnection! }
type Tokens { input:Float! output:Float! cacheRead:Float! cacheWrite:Float! total:Float! }
type Integrity { ok:Boolean serverHash:String repairFromLine:Int checkedAt:String }
type SessionEvent { sessionId:String! eventName:String! harness:String! acknowledgedLine:Int! session:Session }
type ReviewEvent { listingId:String! action:String! } # approved | rejected
type Subscription { sessionUpdated(sessionId:String):SessionEvent!
 reviewUpdated(listingId:String):ReviewEvent! }
type SessionConnection { totalCount: Int! }
type EventConnection { totalCount: Int! }`;

type Field = GraphQLField<unknown, unknown> | GraphQLInputField;

function signature(field: Field | undefined): string | undefined {
  if (!field) return undefined;
  const args = "args" in field ? field.args : [];
  const written = args.map((each) => `${each.name}: ${String(each.type)} = ${String(each.defaultValue)}`);
  return `${field.name}(${written.join(", ")}): ${String(field.type)}`;
}

test("the schema has all that the contract has, word for word", () => {
  const [ours, theirs] = [buildSchema(TYPE_DEFINITIONS), buildSchema(CONTRACT)].map((schema) => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
    return types.flatMap((type) => {
      if (!isObjectType(type) && !isInputObjectType(type)) return [];
      return Object.values<Field>(type.getFields()).map((field) => `${type.name}.${signature(field)}`);
    });
  });
  expect(theirs?.length).toBeGreaterThan(50);
  expect(ours).toEqual(expect.arrayContaining(theirs ?? []));
});

test("sessions can be filtered by all that REST filters them by", () => {
  const { SessionFilter: input } = buildSchema(TYPE_DEFINITIONS).getTypeMap();
  const fields = Object.values(assertInputObjectType(input).getFields());
  expect(fields.map(({ name }) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))).toEqual(
    Object.keys(SessionFilter.properties),
  );
  expect(Object.fromEntries(fields.map(({ name, type }) => [name, String(type)]))).toMatchObject({
    teamId: "ID",
    myTeams: "Boolean",
    tool: "String",
    state: "String",
  });
});
