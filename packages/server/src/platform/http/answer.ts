import { BASE_PATH } from "@tackroom/contract";

/** An answer that is more than a body with the endpoint's usual status. A stream is sent as it comes. */
export class Answer<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: Body, options: { status?: number; headers?: Readonly<Record<string, string>> } = {}) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/** Something new, and where it is. */
export function created<Body>(body: Body, path: string): Answer<Body> {
  return new Answer(body, { headers: { location: BASE_PATH + path } });
}
