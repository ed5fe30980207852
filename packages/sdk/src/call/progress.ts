/** How far a call has come; the errors of all its attempts report it. */
export interface Progress {
  /** How often the request was passed to the transport. */
  attempts: number;
  /** Whether the service may have processed one of the attempts. */
  maybeSent: boolean;
}
