/** One call of the public API or of the control API. */
export interface Call {
  readonly method: string;
  /**
   * Path and query. In it, in the header fields and in the body, `{receiver}` is the address of the program that receives
   * webhooks, and `{kept:mark}` is a value that this service returned earlier: its form can belong to a version.
   */
  readonly path: string;
  /** The path of the control API of the service that is called: `/_emulator`, or that of a sandbox. */
  readonly scope: string;
  /** The body, as a value. */
  readonly body?: unknown;
  /** The body, as a text that may be no JSON. */
  readonly text?: string;
  /** The name of the kept value that is the body. */
  readonly keptBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name under which the response is kept, or one of its members. */
  readonly keep?: { readonly name: string; readonly member?: string };
  /** A call before this one, whose response it needs. */
  readonly first?: Call;
  /** A call that shows what this one caused, when its webhooks are answered. Its response is part of that of this call. */
  readonly result?: Call;
  /** What happens while the response, a stream of events, is open. */
  readonly stream?: Streaming;
}

/** How a stream of events is read. */
export interface Streaming {
  /** Calls that are made one after another after the first event, while the stream is open. */
  readonly during: readonly Call[];
  /** The member `tick` of each event is reported to this path, as an application that follows the clock does. */
  readonly report?: Call;
  /** Whether the first of the calls waits for the others. */
  readonly firstWaits?: boolean;
}

/** A response, with addresses that do not depend on ports. */
export interface Answer {
  /** The status; 0 without a response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}
