/** A member that differs. */
export interface Change {
  /** The names of the members on the way, such as `.body.messages[].fault`. */
  readonly place: string;
  readonly before: unknown;
  readonly after: unknown;
}
