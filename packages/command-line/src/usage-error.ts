/** An error in the use of a command. Its message is printed for the user. */
export class UsageError extends Error {}
