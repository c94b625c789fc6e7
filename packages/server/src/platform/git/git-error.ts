/** A repository could not be fetched. The message is written for the user who provided its address. */
export class GitError extends Error {
  /** Whether the same fetch may succeed later without anyone changing anything. */
  readonly mayPass: boolean;

  constructor(reason: string, { mayPass, ...options }: ErrorOptions & { readonly mayPass: boolean }) {
    super(reason, options);
    this.name = "GitError";
    this.mayPass = mayPass;
  }
}
