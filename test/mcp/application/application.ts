import { instantOf } from './local-time.ts';
import { OutOfCredits, Service } from './service.ts';
import type { Settings } from './settings.ts';
import { readWebhook } from './webhooks.ts';

/** The bodies of all calls of the application. */
interface Body {
  readonly phone: string;
  readonly phones: readonly string[];
  readonly code: string;
  readonly at: string;
  readonly zone: string;
  readonly text: string;
}

/** How long a store of a row takes, in milliseconds: as long as a database that is far away. */
const STORE_MS = 50;

const HOUR_MS = 3_600_000;

/** A surgery that texts its patients: codes, reminders, announcements, campaigns. */
export class Application {
  readonly #settings: Settings;
  readonly #service: Service;
  readonly #codes = new Map<string, string>();
  readonly #reminders = new Map<string, string>();
  readonly #optedOut = new Set<string>();
  /** Whether each message was delivered; null while this is not known. */
  readonly #deliveries = new Map<string, boolean | null>();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#service = new Service(settings);
  }

  /** Handles a call of a browser, or a webhook. */
  async handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [, collection = '', id = ''] = pathname.split('/');
    if (collection === 'webhooks') return this.#receive(request, id === 'replies');
    const body = (request.method === 'POST' ? await request.json() : {}) as Body;
    switch (`${request.method} /${collection}`) {
      case 'POST /codes':
        return this.#sendCode(body);
      case 'POST /sessions':
        return this.#signIn(body);
      case 'POST /appointments':
        return this.#book(body);
      case 'DELETE /appointments':
        return this.#cancel(id);
      case 'POST /announcements':
        return this.#announce(body);
      case 'POST /results':
        return this.#sendResult(body);
      case 'GET /results':
        return Response.json({ delivered: this.#deliveries.get(id) ?? null });
      case 'POST /campaigns':
        return this.#inform(body);
      default:
        return new Response('', { status: 404 });
    }
  }

  async #sendCode({ phone }: Body): Promise<Response> {
    const code = String(crypto.getRandomValues(new Uint32Array(1))[0])
      .padStart(6, '0')
      .slice(-6);
    this.#codes.set(phone, code);
    await this.#service.send({ to: phone, body: `Your code is ${code}` });
    return Response.json({});
  }

  #signIn({ phone, code }: Body): Response {
    const typed = this.#settings.bug === 'raw-code' ? code : code.replaceAll(/\D/g, '');
    const isRight = typed === this.#codes.get(phone);
    if (isRight) this.#codes.delete(phone);
    return Response.json({}, { status: isRight ? 200 : 401 });
  }

  async #book({ phone, at, zone }: Body): Promise<Response> {
    const instant = this.#settings.bug === 'local-time' ? Date.parse(`${at}Z`) : instantOf(at, zone);
    const { batchUuid } = await this.#service.send({
      to: phone,
      body: `Your appointment is at ${at.slice(-5)}`,
      send_at: new Date(instant - HOUR_MS).toISOString(),
    });
    const id = String(this.#reminders.size + 1);
    this.#reminders.set(id, batchUuid);
    return Response.json({ id });
  }

  async #cancel(id: string): Promise<Response> {
    const reminder = this.#reminders.get(id);
    if (reminder !== undefined && this.#settings.bug !== 'kept-schedule')
      await this.#service.cancel(reminder);
    return Response.json({});
  }

  async #announce({ phone, text }: Body): Promise<Response> {
    if (this.#optedOut.has(phone)) return Response.json({ sent: false });
    await this.#service.send({ to: phone, body: text });
    return Response.json({ sent: true });
  }

  /** Sends a result, and remembers whether it was delivered. */
  async #sendResult({ phone }: Body): Promise<Response> {
    const id = crypto.randomUUID();
    const isLate = this.#settings.bug === 'late-row';
    if (!isLate) await this.#store(id);
    const callback = `${this.#settings.publicUrl}/webhooks/receipts`;
    await this.#service.send({ to: phone, body: 'Your results are ready', id, callback });
    if (isLate) await this.#store(id);
    return Response.json({ id });
  }

  async #store(id: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, STORE_MS));
    this.#deliveries.set(id, null);
  }

  /** Sends one text to many phones. Returns who got it, and who did not because the credits ran out. */
  async #inform({ phones, text }: Body): Promise<Response> {
    const sent: string[] = [];
    const unsent: string[] = [];
    for (const phone of phones) {
      try {
        await this.#service.send({ to: phone, body: text });
        sent.push(phone);
      } catch (error) {
        if (!(error instanceof OutOfCredits)) throw error;
        (this.#settings.bug === 'lost-recipients' ? sent : unsent).push(phone);
      }
    }
    return Response.json({ sent, unsent });
  }

  async #receive(request: Request, isReply: boolean): Promise<Response> {
    const payload = await readWebhook(request, isReply, this.#settings);
    if (payload === undefined) return new Response('The signature is wrong.', { status: 401 });
    const { from, message = '', messageuuid = '', delivered = false } = payload;
    if (!isReply) {
      if (this.#deliveries.has(messageuuid)) this.#deliveries.set(messageuuid, delivered);
    } else if (message.trim().toUpperCase() === 'STOP')
      this.#optedOut.add(this.#settings.bug === 'ignored-stop' ? `+${from}` : String(from));
    return Response.json({});
  }
}
