/** A state file that cannot be used, with a message for the user who named it. */
export class StateFileError extends Error {}
