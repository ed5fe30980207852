import type { Redact } from '../errors/redact.ts';
import { TransportError, type TransportResponse } from '../transport/transport.ts';
import { isText, textsOf } from './values.ts';

/** A response of a transport, in the form in which errors, hooks and callers see it. */
export class ReceivedResponse {
  /** HTTP status. */
  readonly status: number;
  /** The body, with everything that the service wrote. */
  readonly text: string;
  readonly #fields: object;
  readonly #redact: Redact;
  #headers: Readonly<Record<string, string>> | undefined;

  /**
   * @param response - What the transport returned. The caller's own may return anything.
   * @throws {TransportError} It is not a response.
   */
  constructor(response: unknown, redact: Redact) {
    const { status, text, headers } = Object(response) as Partial<TransportResponse>;
    if (typeof status !== 'number' || !isText(text))
      throw new TransportError('the transport must return { status, headers, text }', { sent: 'maybe' });
    this.status = status;
    this.text = text;
    this.#fields = Object(headers) as object;
    this.#redact = redact;
  }

  /** The header fields with API keys redacted. This is done when they are first read, because most calls need none. */
  get headers(): Readonly<Record<string, string>> {
    this.#headers ??= textsOf(this.#fields, this.#redact);
    return this.#headers;
  }

  /** Whether there is one of some header fields. */
  hasAny(...names: readonly string[]): boolean {
    return names.some((name) => Reflect.get(this.#fields, name) !== undefined);
  }
}
