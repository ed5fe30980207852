import { CODES, type WebhookErrorCode } from '../errors/codes.ts';
import { hintOf } from '../errors/hints.ts';
import type { WebhookEvent } from '../event/event.ts';
import type { HandlerRequest } from '../handler/handler.ts';
import { printable } from './printable.ts';

/** Prints received events and refused requests, as text or as lines of JSON. */
export class ListenLog {
  readonly #json: boolean;

  /**
   * Prints nothing yet.
   *
   * @param json - Whether to print JSON.
   */
  constructor(json: boolean) {
    this.#json = json;
  }

  /** Prints the URL. */
  ready(url: string): void {
    this.#print({ url }, `Listening on ${url}. Press Ctrl+C to stop.`);
  }

  /** Prints an event. */
  event(event: WebhookEvent): void {
    const at = new Date().toISOString();
    const origin = event.verified ? `verified, from ${printable(event.environment)}` : 'unsigned';
    this.#print({ at, ...event }, `${at} ${event.kind} (${origin}) ${printable(event.payload)}`);
  }

  /** Prints why a request was refused, and in JSON also the request. */
  async refusal(response: Response, request: HandlerRequest): Promise<void> {
    const at = new Date().toISOString();
    const { status } = response;
    const { error } = (await response.json()) as { readonly error: { readonly code: string } };
    const { code } = error;
    const hint = code in CODES ? hintOf({ code: code as WebhookErrorCode }) : '';
    const { headers, body } = request as { readonly headers: unknown; readonly body: unknown };
    const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
    const captured = { headers, body: bytes.toString('base64'), isBase64Encoded: true };
    this.#print(
      { at, status, code, request: captured },
      `${at} refused with ${status}: ${code}. ${hint}`.trimEnd(),
    );
  }

  #print(json: object, text: string): void {
    process.stdout.write(`${this.#json ? JSON.stringify(json) : text}\n`);
  }
}
