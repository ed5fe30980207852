// Sends one message through the given transport, in a process whose environment names proxies.
import { createMessagingClient, type Fetch, type MessagingError } from '@messaging-service/sdk';
import { createNodeTransport } from '@messaging-service/sdk/node';

/** The part of undici that is used. Its types are installed only with the runtimes. */
interface Undici {
  readonly fetch: (url: string, init: object) => ReturnType<Fetch>;
  readonly ProxyAgent: new (proxy: string) => object;
}

/** The input of the process, as JSON. */
export interface SendTask {
  readonly baseUrl: string;
  readonly accountKey: string;
  readonly over: 'fetch' | 'node:http' | 'undici' | 'undici8' | 'node-fetch';
  /** A proxy for undici's `ProxyAgent`. */
  readonly proxy?: string;
}

const { baseUrl, accountKey, over, proxy } = JSON.parse(process.argv[2] ?? '') as SendTask;

async function createFetch(): Promise<Fetch | undefined> {
  if (over === 'fetch') return undefined;
  if (over === 'node-fetch') return ((await import(over)) as { default: Fetch }).default;
  const undici = (await import(over)) as Undici;
  if (proxy === undefined) return undici.fetch;
  const dispatcher = new undici.ProxyAgent(proxy);
  return (url, init) => undici.fetch(url, { ...init, dispatcher });
}

try {
  const fetch = over === 'node:http' ? undefined : await createFetch();
  const client = createMessagingClient({
    baseUrl,
    accountKey,
    retry: false,
    ...(over === 'node:http' && { transport: createNodeTransport() }),
    ...(fetch && { fetch }),
  });
  const from = { type: 'shared' } as const;
  const { to } = await client.messages.sendOne({ to: '447700900123', from, body: 'Hello' });
  process.stdout.write(JSON.stringify({ to }));
} catch (error) {
  const { name, message, maybeSent } = error as MessagingError;
  process.stdout.write(JSON.stringify({ name, message, maybeSent }));
}
// Close the proxy agent, because it keeps connections open.
process.exit();
