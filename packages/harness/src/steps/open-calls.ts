/** More calls than this never wait at once; what is older has lost its result. */
const MAX_OPEN = 256;

interface OpenCall<Call> {
  readonly id: string | null;
  readonly name: string | null;
  readonly call: Call;
}

/** Calls that wait for their results, in the order of a transcript: by id, or by name where the harness gives no ids. */
export class OpenCalls<Call> {
  #open: OpenCall<Call>[] = [];

  begin(id: string | null, name: string | null, call: Call): void {
    if (this.#open.length === MAX_OPEN) this.#open.shift();
    this.#open.push({ id, name, call });
  }

  /** The call that a result belongs to. */
  end(id: string | null, name: string | null): Call | undefined {
    const found = id === null ? this.#byName(name) : this.#open.find((each) => each.id === id);
    if (found) this.#open = this.#open.filter((each) => each !== found);
    return found?.call;
  }

  /** Calls without ids pair with what follows them: not with what follows the next prompt. */
  prompt(): void {
    if (this.#open.length > 0) this.#open = this.#open.filter(({ id }) => id !== null);
  }

  #byName(name: string | null): OpenCall<Call> | undefined {
    const unnamed = this.#open.filter(({ id }) => id === null);
    return unnamed.find((each) => each.name === name) ?? unnamed[0];
  }
}
