/** A request as plain data: what a face has read from whatever its platform calls a request. */
export interface HttpRequest {
  /** Method, in capitals. */
  readonly method: string;
  /** Path and query below the base URL, such as `/message?key=…`. */
  readonly url: string;
  /** The body as text; empty when there is none. Text after {@link NOT_UTF8} has lost characters. */
  readonly body: string;
}

/** An answer as plain data. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Begins the text of a body that is not UTF-8: half of a surrogate pair, which no UTF-8 can be read as. */
export const NOT_UTF8 = '\ud800';

/** Bodies beyond this many bytes are refused with 413. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Snapshots come back as bodies, and a long history makes a large one. */
export const MAX_SNAPSHOT_BYTES = 512 * 1024 * 1024;
