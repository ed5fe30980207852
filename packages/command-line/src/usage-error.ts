/** An error in the use of a command. Its message is printed for the user. */
export class UsageError extends Error {
  /** Whether the list of options helps, because the message does not contain the remedy. */
  readonly needsHelp: boolean;

  constructor(
    message: string,
    { needsHelp = false, ...options }: ErrorOptions & { readonly needsHelp?: boolean } = {},
  ) {
    super(message, options);
    this.needsHelp = needsHelp;
  }
}
