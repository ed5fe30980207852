import type { Stage } from './addresses.ts';

/** A webhook as the front received it. */
export interface Received {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** A message as the control API lists it. */
interface Listed {
  readonly to: string;
  readonly body: string;
  readonly state: string;
  readonly messageUuid: string;
}

interface Credentials {
  readonly id: string;
  readonly organization: { readonly apiKey: string };
  readonly account: { readonly identifier: string; readonly apiKey: string };
}

/** The secret with which webhooks are signed. */
export const SECRET = 'correct horse battery staple';

/** A number to which the emulator delivers. */
export const HANDSET = '447700900123';

/** The credits of the account, few enough to run out of them. */
const CREDITS = 50;

/** An emulated service, and the calls that control it. */
export class Sandbox {
  readonly accountKey: string;
  readonly organizationKey: string;
  readonly accountUuid: string;
  /** The receiver of the account's webhooks. */
  readonly inbox: string;
  /** The address of its control API. */
  readonly controlUrl: string;

  private constructor(stage: Stage, inbox: string, { id, organization, account }: Credentials) {
    this.accountKey = account.apiKey;
    this.organizationKey = organization.apiKey;
    this.accountUuid = account.identifier;
    this.inbox = inbox;
    this.controlUrl = `${stage.api}/_emulator/sandboxes/${id}`;
  }

  /** Creates a service with a virtual clock. */
  static async create(stage: Stage): Promise<Sandbox> {
    const inbox = `${stage.front}/inbox/${crypto.randomUUID()}`;
    const mo = { mo_webhook_url: inbox, mo_webhook_secret: SECRET };
    const options = { accounts: [{ senders: ['DEMO', '447700900990'], credits: CREDITS, mo }] };
    const credentials = await callJson<Credentials>('POST', `${stage.api}/_emulator/sandboxes`, options);
    return new Sandbox(stage, inbox, credentials);
  }

  /** Calls the control API. */
  control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return callJson<Answer>(method, this.controlUrl + path, body);
  }

  /** Makes the next call of the public API fail. */
  async fault(options: Readonly<Record<string, unknown>>): Promise<void> {
    await this.control('POST', '/faults', options);
  }

  /** The messages that the service has queued so far. */
  async messages(): Promise<readonly Listed[]> {
    return (await this.control<{ messages: Listed[] }>('GET', '/messages')).messages;
  }

  /** The received webhooks, after all that are due were sent. */
  async webhooks(): Promise<readonly Received[]> {
    await this.control('POST', '/settle');
    return callJson<Received[]>('GET', this.inbox);
  }

  /** Closes the service. */
  async close(): Promise<void> {
    await this.control('DELETE', '');
  }
}

async function callJson<Answer>(method: string, url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${text}`);
  return JSON.parse(text) as Answer;
}
