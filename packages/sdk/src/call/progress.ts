/** The attempts of a call up to some point. Every {@link MessagingError} of a call has these members. */
export interface Progress {
  /** How often the request was passed to the transport. */
  readonly attempts: number;
  /** Whether the service may have processed one of the attempts. */
  readonly maybeSent: boolean;
}

/** The progress of a call before its first attempt. */
export const NOTHING_SENT: Progress = { attempts: 0, maybeSent: false };
