import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../src/api/connection.ts';
import { setPageGlobals } from '../page-globals.ts';

beforeEach(() => {
  vi.resetModules();
});
afterEach(() => void vi.unstubAllGlobals());

/** A connection of a page that has the emulator in itself, with the calls that pass through it. */
function ownConnection() {
  const calls: string[] = [];
  const connection: Connection = {
    path: '/_emulator',
    origin: 'https://api.messaging.test',
    isServer: false,
    fetch: async (path, { method }) => {
      calls.push(`${method} ${path}`);
      return Response.json({ status: 200, body: '{}' });
    },
  };
  return { connection, calls };
}

test('in a frame with a connection, calls pass through it instead of the network', async () => {
  const { connection, calls } = ownConnection();
  setPageGlobals('/playground/inspector/');
  vi.stubGlobal('frameElement', { connection });
  const { call, callPublic } = await import('../../src/api/control-api.ts');
  await call('GET', '/messages');
  await callPublic('GET', '/batch', { key: 'k' });
  expect(calls).toEqual(['GET /_emulator/messages', 'POST /_emulator/calls']);
});

test('a frame without a connection, and a page without a frame, connect over HTTP', async () => {
  setPageGlobals('/_emulator/sandboxes/tests/');
  vi.stubGlobal('frameElement', {});
  const { connection } = await import('../../src/api/connection.ts');
  expect(connection).toMatchObject({ path: '/_emulator/sandboxes/tests', isServer: true });
});
