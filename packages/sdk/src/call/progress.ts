/** The progress of a call, which the errors of all its attempts report. */
export interface Progress {
  /** How often the request was passed to the transport. */
  attempts: number;
  /** Whether the service may have processed one of the attempts. */
  maybeSent: boolean;
}
