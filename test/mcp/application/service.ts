import type { Settings } from './settings.ts';

/** A message as the application sends it. */
interface Text {
  readonly to: string;
  readonly body: string;
  readonly id?: string;
  readonly send_at?: string;
  readonly callback?: string;
}

/** The answer of the service to one message. */
interface Sent {
  readonly messageUuid: string;
  readonly batchUuid: string;
}

/** The account has no credits left. */
export class OutOfCredits extends Error {}

/** Attempts at one send. */
const ATTEMPTS = 3;

/** Calls of the messaging service. */
export class Service {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Sends one message. A response that was lost is requested again. */
  async send({ id = crypto.randomUUID(), ...text }: Text): Promise<Sent> {
    const forgets = this.#settings.bug === 'double-send';
    for (let attempt = 1; ; attempt++) {
      const message = { from: { type: 'custom', value: 'DEMO' }, ...text, ...(forgets ? {} : { id }) };
      const response = await this.#call('POST', '/message', { messages: [message] });
      if (response.status === 402) throw new OutOfCredits();
      const body = (await response.json()) as { messages?: Sent[]; error?: { code: string } };
      const [sent] = body.messages ?? [];
      if (sent !== undefined) return sent;
      // An earlier attempt was accepted, and its response was lost.
      if (body.error?.code === 'duplicate_id') return { messageUuid: id, batchUuid: id };
      if (response.status < 500 || attempt === ATTEMPTS)
        throw new Error(`The send failed: ${response.status}`);
    }
  }

  /** Cancels a scheduled message. */
  async cancel(batchUuid: string): Promise<void> {
    await this.#call('DELETE', `/batch/${batchUuid}`);
  }

  #call(method: string, path: string, body?: unknown): Promise<Response> {
    const { baseUrl, accountKey, fetch: send = fetch } = this.#settings;
    return send(`${baseUrl}${path}?key=${accountKey}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}
