/**
 * The compared clients, each with a function that sends its nth message to the server of the benchmark. Our client is the
 * built package, as users get it.
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { ClientOptions } from '@messaging-service/sdk';
import { ACCOUNT, messageOf, numberOf, textOf } from '../emulator/requests.ts';
import { resolvePeer } from './peers/resolve.ts';

/** Sends the nth message, and resolves when the response was read. */
export type Send = (n: number) => Promise<unknown>;

const built = (file: string) => import.meta.resolve(`../../packages/sdk/dist/${file}`);

/** The names of the other clients. */
export const PEERS = ['resend', 'stripe', 'twilio'] as const;

/** The module of a client. */
export function moduleOf(name: string): string {
  if (name === 'sdk') return built('index.js');
  return name === 'sdk/node' ? built('node.js') : resolvePeer(name);
}

async function load<Module>(name: string): Promise<Module> {
  return (await import(moduleOf(name))) as Module;
}

const address = (url: string) => `${url}/message?key=${ACCOUNT.apiKey}`;

/** Our client, with one message in each call. */
async function ours(url: string, options?: Partial<ClientOptions>): Promise<Send> {
  const { createMessagingClient } = await load<typeof import('@messaging-service/sdk')>('sdk');
  const { messages } = createMessagingClient({ baseUrl: url, accountKey: ACCOUNT.apiKey, ...options });
  return (n) => messages.sendOne(messageOf(n));
}

/** The used part of Twilio's client. */
interface Twilio {
  (
    account: string,
    token: string,
    options: object,
  ): {
    messages: { create(message: object): Promise<unknown> };
  };
  readonly RequestClient: new () => { request(request: { readonly uri: string }): Promise<unknown> };
}

type Constructor<Client> = new (...options: readonly unknown[]) => Client;

/** The clients by their names in the tables. The peers send a text of the same length, without retries. */
const CLIENTS: Readonly<Record<string, (url: string) => Promise<Send>>> = {
  /** Bare `fetch`, as in a short program without a client. */
  async fetch(url) {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    return async (n) => {
      const body = JSON.stringify({ messages: [messageOf(n)] });
      const response = await fetch(address(url), { method: 'POST', headers, body });
      return response.json();
    };
  },
  /** Bare `node:http` with an agent that keeps connections: the lower limit for any client in Node. */
  async 'node:http'(url) {
    const agent = new Agent({ keepAlive: true });
    return async (n) => {
      const body = JSON.stringify({ messages: [messageOf(n)] });
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = request(address(url), { method: 'POST', agent, headers }, resolve);
        outgoing.on('error', reject).end(body);
      });
      let text = '';
      message.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      await once(message, 'end');
      return JSON.parse(text) as unknown;
    };
  },
  /** Bare ky. */
  async ky(url) {
    const { default: ky } = await load<typeof import('ky')>('ky');
    return (n) => ky.post(address(url), { json: { messages: [messageOf(n)] }, retry: 0 }).json();
  },
  sdk: (url) => ours(url),
  async 'sdk/node'(url) {
    const node = await load<typeof import('@messaging-service/sdk/node')>('sdk/node');
    return ours(url, { transport: node.createNodeTransport() });
  },
  async resend(url) {
    type Resend = Constructor<{ emails: { send(mail: object): Promise<{ error: unknown }> } }>;
    const { Resend } = await load<{ Resend: Resend }>('resend');
    const client = new Resend(ACCOUNT.apiKey, { baseUrl: url });
    return async (n) => {
      const { error } = await client.emails.send({
        from: 'a@example.com',
        to: 'b@example.com',
        subject: numberOf(n),
        text: textOf(n),
      });
      if (error !== null) throw new Error(JSON.stringify(error));
    };
  },
  async stripe(url) {
    type Stripe = Constructor<{ customers: { create(customer: object): Promise<unknown> } }>;
    const { default: Stripe } = await load<{ default: Stripe }>('stripe');
    const { hostname, port } = new URL(url);
    const options = { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false };
    const client = new Stripe('sk_test_1', options);
    return (n) => client.customers.create({ phone: numberOf(n), description: textOf(n) });
  },
  async twilio(url) {
    const { default: twilio } = await load<{ default: Twilio }>('twilio');
    const httpClient = new twilio.RequestClient();
    const request = httpClient.request.bind(httpClient);
    httpClient.request = (one) => request({ ...one, uri: one.uri.replace('https://api.twilio.com', url) });
    const client = twilio(`AC${ACCOUNT.apiKey}`, ACCOUNT.apiKey, { httpClient });
    return (n) => client.messages.create({ to: `+${numberOf(n)}`, from: '+15005550006', body: textOf(n) });
  },
};

/** Creates a client by its name in the tables. */
export function clientNamed(name: string, url: string): Promise<Send> {
  const create = CLIENTS[name];
  if (create === undefined) throw new Error(`There is no client ${name}.`);
  return create(url);
}
