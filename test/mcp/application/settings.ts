/** The defects that can be planted in the application. Without them, it works. */
export const BUGS = [
  /** A code with a space in the middle, as people type it, is refused. */
  'raw-code',
  /** A STOP is stored with another spelling of the number, so that it is never found. */
  'ignored-stop',
  /** The local time of an appointment is taken for GMT. */
  'local-time',
  /** A retry after a lost response sends again. */
  'double-send',
  /** A webhook is accepted without a look at its signature. */
  'unverified-webhook',
  /** A message is stored after its send, when its receipt may have arrived. */
  'late-row',
  /** When the credits run out, everybody counts as informed. */
  'lost-recipients',
  /** A cancelled appointment keeps its reminder. */
  'kept-schedule',
] as const;

export type Bug = (typeof BUGS)[number];

/** What the application needs to know. */
export interface Settings {
  /** The messaging service. */
  readonly baseUrl: string;
  readonly accountKey: string;
  /** The address of the application, which the service calls. */
  readonly publicUrl: string;
  readonly webhookSecret: string;
  /** The planted defect. */
  readonly bug?: string | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
  /** The present time, in milliseconds since the epoch. */
  readonly now?: () => number;
}
