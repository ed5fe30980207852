import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { sourcePaths } from '../../../tools/source-paths.ts';

/** Every Web API that a call over a `fetch` of the caller can use. */
const APIS = {
  AbortController,
  AbortSignal,
  Blob,
  Headers,
  Request,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  btoa,
  clearTimeout,
  console,
  crypto,
  performance,
  setTimeout,
};

/** Those without which the client cannot work. */
const NEEDED = [
  'AbortController',
  'Headers',
  'URL',
  'URLSearchParams',
  'clearTimeout',
  'performance',
  'setTimeout',
];

let program: string;

beforeAll(async () => {
  const contents = `export * as sdk from '@messaging-service/sdk'; export * as webhooks from '@messaging-service/webhooks';`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bundle',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    alias: Object.fromEntries(sourcePaths),
  });
  program = outputFiles[0]?.text ?? '';
});

/** Runs code with both packages in a realm that has only these APIs. */
function run(apis: object, code: string): Promise<string> {
  const context = createContext({ ...apis, respond });
  runInContext(program, context);
  return runInContext(
    `(async () => { ${code} })().catch((error) => String(error))`,
    context,
  ) as Promise<string>;
}

const respond = () => Promise.resolve(Response.json({ batches: [] }));

const call = (option: string) => `
  const client = bundle.sdk.createMessagingClient({
    baseUrl: 'https://api.messaging.test', accountKey: '0123456789abcdef0123456789abcdef', ${option} });
  return JSON.stringify(await client.batches.listPending());`;

describe('environments that lack Web APIs, such as the jsdom of Jest', () => {
  test('the packages can be imported where there is none at all', async () => {
    expect(await run({}, 'return Object.keys(bundle).join()')).toBe('sdk,webhooks');
  });

  test.for(Object.keys(APIS).filter((name) => !NEEDED.includes(name)))(
    'a call works without %s',
    async (name) => {
      const apis = Object.fromEntries(Object.entries(APIS).filter(([api]) => api !== name));
      expect(await run(apis, call('fetch: respond'))).toBe('{"batches":[]}');
    },
  );

  test.for(NEEDED)('without %s, one sentence names it and the remedy', async (name) => {
    const apis = Object.fromEntries(Object.entries(APIS).filter(([api]) => api !== name));
    expect(await run(apis, call('fetch: respond'))).toBe(
      `ConfigurationError: Invalid client options: environment has no ${name}: in Jest, start the test file with the comment "@jest-environment node"; in an old browser, load a polyfill`,
    );
  });

  test('without a fetch, one sentence says so', async () => {
    expect(await run(APIS, call(''))).toMatch(
      /^ConnectionError: GET \/batch got no response: this environment has no fetch: in Jest, .*"@jest-environment node"/,
    );
  });
});
