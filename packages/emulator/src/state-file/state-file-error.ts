/** A state file that cannot be used, in words for the person who named it. */
export class StateFileError extends Error {}
