import { Agent, request } from 'node:http';
import { BATCH_PATH, MESSAGE_PATH, messageOf, numberOf } from './requests.ts';

/** The numbers that messages go to, so that each has several. */
const NUMBERS = 20_000;

/** What calls need to know of earlier ones. */
interface Known {
  /** Batches that were sent, and those that are scheduled. */
  readonly sent: string[];
  readonly scheduled: string[];
}

interface Queued {
  readonly messages?: readonly { readonly batchUuid: string }[];
}

type Kind = 'send' | 'schedule' | 'cancel' | 'batch' | 'receipts' | 'list' | 'wait' | 'page' | 'ledger';

/** How many of each kind 200 calls contain: one second of load. */
const SHARES: Readonly<Record<Kind, number>> = {
  send: 80,
  schedule: 14,
  cancel: 14,
  batch: 10,
  receipts: 44,
  list: 22,
  wait: 8,
  page: 6,
  ledger: 2,
};

/** The kinds of 200 calls, each spread over all of them. */
export const SECOND: readonly Kind[] = (Object.entries(SHARES) as [Kind, number][])
  .flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, index) => ({ kind, at: (index + 0.5) / count })),
  )
  .toSorted((a, b) => a.at - b.at)
  .map(({ kind }) => kind);

/** Calls of all kinds to one server. */
export class MixedCalls {
  readonly #url: string;
  readonly #receiver: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #known: Known = { sent: [], scheduled: [] };
  #count = 0;
  #account = '';

  /** @param receiver - The URL that gets receipts. */
  constructor(url: string, receiver: string) {
    this.#url = url;
    this.#receiver = receiver;
  }

  /** Sends messages before the load begins. */
  async fill(messages: number): Promise<void> {
    const { account } = (await this.#call('GET', '/_emulator/credentials')) as {
      account: { identifier: string };
    };
    this.#account = account.identifier;
    for (let from = 0; from < messages; from += 1_000)
      await this.#send(Array.from({ length: 1_000 }, () => this.#message()));
  }

  /** Makes a call. Throws an error if it fails; a wait may end without a message. */
  async make(kind: Kind): Promise<void> {
    const { sent, scheduled } = this.#known;
    const count = ++this.#count;
    switch (kind) {
      case 'send':
        await this.#send([this.#message(count % 8 === 0 ? { callback: this.#receiver } : {})]);
        break;
      case 'schedule': {
        const send_at = new Date(Date.now() + 86_400_000 + count * 1_000).toISOString();
        const { messages = [] } = await this.#call<Queued>('POST', MESSAGE_PATH, {
          messages: [this.#message({ send_at })],
        });
        for (const { batchUuid } of messages) scheduled.push(batchUuid);
        break;
      }
      case 'cancel': {
        const batch = scheduled.shift();
        if (batch !== undefined) await this.#call('DELETE', `/batch/${batch}${keyQuery}`);
        break;
      }
      case 'batch': {
        const destinations = Array.from({ length: 10 }, () => this.#message().to);
        await this.#call('POST', BATCH_PATH, { from: 'DEMO', message: 'Hello', destinations });
        break;
      }
      case 'receipts':
        await this.#call('GET', `/batch/${sent[(count * 7919) % sent.length]}${keyQuery}&details=true`);
        break;
      case 'list': {
        const lists = ['/_emulator/messages?limit=100', '/_emulator/webhooks?limit=100', `/batch${keyQuery}`];
        await this.#call('GET', lists[count % lists.length] as string);
        break;
      }
      case 'wait':
        await this.#call('GET', `/_emulator/messages/wait?to=${this.#message().to}&timeout=1s`);
        break;
      case 'page': {
        const reads = [
          '/digest',
          '/digest',
          '/digest',
          '/digest',
          '/overview',
          '/messages?offset=100000&limit=300',
        ];
        await this.#call('GET', `/_emulator${reads[count % reads.length]}`);
        break;
      }
      case 'ledger':
        await this.#call('GET', `/_emulator/accounts/${this.#account}/ledger?bins=1000`);
    }
  }

  /** How many messages the server has. */
  async messages(): Promise<number> {
    return (await this.#call<{ total: number }>('GET', '/_emulator/messages?offset=0&limit=1')).total;
  }

  close(): void {
    this.#agent.destroy();
  }

  #message(members: Parameters<typeof messageOf>[1] = {}) {
    const index = ++this.#count;
    return { ...messageOf(index, members), to: numberOf((index * 7919) % NUMBERS) };
  }

  async #send(messages: readonly object[]): Promise<void> {
    const { messages: queued = [] } = await this.#call<Queued>('POST', MESSAGE_PATH, { messages });
    for (const { batchUuid } of queued.slice(0, 1)) this.#known.sent.push(batchUuid);
  }

  #call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    return new Promise((resolve, reject) => {
      const call = request(this.#url + path, { method, agent: this.#agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const received = Buffer.concat(chunks).toString();
          // A wait without a message is 408.
          if (response.statusCode === 200 || response.statusCode === 408)
            resolve(JSON.parse(received) as Body);
          else
            reject(new Error(`${method} ${path} returned ${response.statusCode}: ${received.slice(0, 500)}`));
        });
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server has closed a connection that was not in use.
        if (call.reusedSocket && error.code === 'ECONNRESET') resolve(this.#call(method, path, body));
        else reject(error);
      });
      call.end(text);
    });
  }
}

const keyQuery = MESSAGE_PATH.slice(MESSAGE_PATH.indexOf('?'));
