import { MAX_DOCUMENT_LENGTH, type GraphqlRequest } from "@tackroom/contract";
import {
  getOperationAST,
  getVariableValues,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { LRUCache } from "lru-cache";
import { MAX_COST, MAX_DEPTH, measure } from "./document-limits.js";
import { coded } from "./present-error.js";

/** An operation that is valid, and within the limits. */
export interface Operation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The same for operations that ask the same. */
  readonly key: string;
}

export type Prepared = { readonly operation: Operation } | { readonly errors: readonly GraphQLError[] };

export type PrepareOperation = (request: GraphqlRequest) => Prepared;

/** More than anyone writes by hand, and few enough for every rule of validation. */
const MAX_TOKENS = 1000;
const MAX_ERRORS = 20;
const REMEMBERED = 100;

type Read = { readonly document: DocumentNode } | { readonly errors: readonly GraphQLError[] };

export function createPreparation(schema: GraphQLSchema): PrepareOperation {
  // A thousand subscribers of a page send the same document.
  const remembered = new LRUCache<string, Read>({ max: REMEMBERED });
  const recall = (query: string): Read => {
    const known = remembered.get(query);
    if (known) return known;
    const read = readDocument(schema, query);
    remembered.set(query, read);
    return read;
  };

  return ({ query, operationName = null, variables }) => {
    // Over HTTP the edge has seen to it.
    if (query.length > MAX_DOCUMENT_LENGTH) return { errors: [tooLong()] };
    const read = recall(query);
    if ("errors" in read) return read;
    const operation = getOperationAST(read.document, operationName);
    if (!operation) {
      const message = operationName
        ? `Unknown operation "${operationName}". operationName must name an operation of the document.`
        : "The document must have exactly one operation, or operationName must select one.";
      return { errors: [coded(message, "BAD_USER_INPUT")] };
    }
    const given = variables ?? {};
    const { errors, coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, {
      maxErrors: MAX_ERRORS,
    });
    if (errors) return { errors: errors.map((error) => coded(error.message, "BAD_USER_INPUT", error)) };
    const refusal = tooMuch(schema, read.document, operation, coerced);
    if (refusal) return { errors: [refusal] };
    const key = JSON.stringify([query, operationName, coerced]);
    return { operation: { document: read.document, operation, operationName, variables: given, key } };
  };
}

function readDocument(schema: GraphQLSchema, query: string): Read {
  try {
    const document = parse(query, { maxTokens: MAX_TOKENS });
    const errors = validate(schema, document, undefined, { maxErrors: MAX_ERRORS });
    if (errors.length === 0) return { document };
    return { errors: errors.map((error) => coded(error.message, "GRAPHQL_VALIDATION_FAILED", error)) };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [coded(error.message, "GRAPHQL_PARSE_FAILED", error)] };
    // The parser calls itself for every bracket.
    if (error instanceof RangeError) return { errors: [tooDeep("deeper")] };
    throw error;
  }
}

function tooMuch(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): GraphQLError | undefined {
  const { depth, cost } = measure(schema, document, operation, variables);
  if (depth > MAX_DEPTH) return tooDeep(String(depth));
  if (cost <= MAX_COST) return undefined;
  const message =
    `The operation has a cost of ${cost}, which exceeds the limit of ${MAX_COST}. ` +
    "A page of sessions costs 50, a search 250, ten events 1, twenty of their texts 1 and 200 other values 1. " +
    "Request fewer fields, or a smaller first.";
  return coded(message, "COMPLEXITY_LIMIT");
}

const tooDeep = (depth: string): GraphQLError =>
  coded(
    `The query exceeds the maximum depth of ${MAX_DEPTH} (it is ${depth}). Split it into several queries.`,
    "DEPTH_LIMIT",
  );

const tooLong = (): GraphQLError =>
  coded(
    `The document exceeds the maximum length of ${MAX_DOCUMENT_LENGTH} characters. Send values as variables.`,
    "BAD_USER_INPUT",
  );
