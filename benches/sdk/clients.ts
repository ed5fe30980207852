/**
 * The compared clients, each with a function that sends its nth message to the server of the benchmark. Our client is the
 * built package, as users get it.
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { ClientOptions } from '@messaging-service/sdk';
import { ACCOUNT, messageOf } from '../emulator/requests.ts';

/** Sends the nth message, and resolves when the response was read. */
export type Send = (n: number) => Promise<unknown>;

/** The module of a client. */
export function moduleOf(name: string): string {
  if (name === 'ky') return import.meta.resolve('ky');
  return import.meta.resolve(`../../packages/sdk/dist/${name === 'sdk' ? 'index' : 'node'}.js`);
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

/** The clients by their names in the tables. */
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
};

/** Creates a client by its name in the tables. */
export function clientNamed(name: string, url: string): Promise<Send> {
  const create = CLIENTS[name];
  if (create === undefined) throw new Error(`There is no client ${name}.`);
  return create(url);
}
