import { AsyncLocalStorage } from "node:async_hooks";

export interface RequestContext {
  readonly requestId: string;
}

/** Lets every log line of a request carry its id without passing a logger through each function. */
export const requestContext = new AsyncLocalStorage<RequestContext>();
