import { hostname } from 'node:os';
import { startReverseProxy } from '@messaging-service/test-support';
import { startCommand } from '../../packages/server/test/command.ts';

/** An address of an emulator in a process of its own, as a user has it. */
export interface Place {
  /** The base URL of the server, or the `controlUrl` of a sandbox. */
  readonly url: string;
  readonly token?: string | undefined;
  /** The port of the server on this machine. */
  readonly port: string;
  /** What every way must say when it is refused; undefined if it reaches the emulator. */
  readonly refusal?: RegExp;
}

const TOKEN = 'token-for-tests';
const NOW = ['--clock', 'virtual', '--now', '2026-01-01T09:00Z'];

async function started(flags: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { url } = await startCommand(['--port', '0', '--json', ...NOW, ...flags], { env }).ready();
  return { url, port: new URL(url).port };
}

const withToken = () => started([], { MESSAGING_EMULATOR_TOKEN: TOKEN });

/** The `controlUrl` of a new sandbox, as a program in any language gets it. */
async function sandboxOf(url: string, token?: string): Promise<string> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ now: '2026-01-01T09:00Z' });
  const response = await fetch(`${url}/_emulator/sandboxes`, { method: 'POST', headers, body });
  return ((await response.json()) as { controlUrl: string }).controlUrl;
}

/** The ways in which a user can have an emulator. */
export const PLACES: readonly (readonly [name: string, open: () => Promise<Place>])[] = [
  ['plain', () => started()],
  ['with a token', async () => ({ ...(await withToken()), token: TOKEN })],
  [
    'a sandbox',
    async () => {
      const { url, port } = await started();
      return { url: await sandboxOf(url), port };
    },
  ],
  [
    'a sandbox, with a token',
    async () => {
      const { url, port } = await withToken();
      return { url: await sandboxOf(url, TOKEN), port, token: TOKEN };
    },
  ],
  [
    'by an allowed host',
    async () => {
      const { port } = await started(['--host', '0.0.0.0', '--allow-host', hostname()]);
      return { url: `http://${hostname()}:${port}`, port };
    },
  ],
  [
    'below the path of a reverse proxy',
    async () => {
      const { port } = await started();
      return { url: await startReverseProxy(port, '/team/sms', false), port };
    },
  ],
  [
    'below a path that begins like that of the control API',
    async () => {
      const { port } = await started();
      return { url: await startReverseProxy(port, '/_emulator-dev', false), port };
    },
  ],
  [
    'a sandbox below the path of a reverse proxy that says so',
    async () => {
      const { port } = await withToken();
      return {
        url: await sandboxOf(await startReverseProxy(port, '/team/sms', true), TOKEN),
        port,
        token: TOKEN,
      };
    },
  ],
  ['without the token', async () => ({ ...(await withToken()), refusal: /token/ })],
  ['with another token', async () => ({ ...(await withToken()), token: 'another-token', refusal: /token/ })],
  [
    'by a host that is not allowed',
    async () => {
      const { port } = await started(['--host', '0.0.0.0']);
      return { url: `http://${hostname()}:${port}`, port, refusal: /host|error: 403/i };
    },
  ],
];
