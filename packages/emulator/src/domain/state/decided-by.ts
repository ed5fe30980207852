/** Who or what started a change: a call of the public API, a user or a test, a due time, or the configuration. */
export type Origin =
  /** With the fault that hit the request, as a sentence: the fault itself may be gone later. */
  | { readonly kind: 'request'; readonly fault?: string | undefined }
  | { readonly kind: 'by-hand' }
  | { readonly kind: 'schedule' }
  | { readonly kind: 'configuration' };

/** What decided what the network does with a message. */
export type DecidedBy =
  /** A rule of the carrier: its position among the rules of that time, from 1, and its pattern. */
  | { readonly kind: 'rule'; readonly position: number; readonly to: string }
  /** The rule in code. */
  | { readonly kind: 'rule-function' }
  /** A test number, by its last three digits. EMU-1. */
  | { readonly kind: 'test-number'; readonly digits: string }
  /** The default of the carrier. */
  | { readonly kind: 'default' }
  /** The user of the handset has opted out of the sender ID. EMU-24. */
  | { readonly kind: 'opted-out'; readonly sender: string }
  /** A user or a test acted as the network. EMU-14. */
  | { readonly kind: 'by-hand' }
  /** The account could not pay the message when it was due. SCH-6. */
  | { readonly kind: 'no-credits' }
  /** No receipt came within the validity of the message, in milliseconds. EMU-30. */
  | { readonly kind: 'expired'; readonly validityMs: number };
