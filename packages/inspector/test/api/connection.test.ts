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
  const events = Object.assign(new EventTarget(), { readyState: 1, close: () => undefined });
  const connection: Connection = {
    path: '/_emulator',
    origin: 'https://api.messaging.test',
    isServer: false,
    fetch: async (path, { method }) => {
      calls.push(`${method} ${path}`);
      return Response.json({ messages: [] });
    },
    events: (path) => {
      calls.push(`events ${path}`);
      return events as never;
    },
  };
  return { connection, calls, events };
}

test('in a frame with a connection, calls and events pass through it instead of the network', async () => {
  const { connection, calls, events } = ownConnection();
  setPageGlobals('/playground/inspector/');
  vi.stubGlobal('frameElement', { connection });
  const { call, callPublic } = await import('../../src/api/control-api.ts');
  const { openStream } = await import('../../src/live/stream.ts');
  const seen: unknown[] = [];
  openStream({ onDigest: ({ seq }) => seen.push(seq), onLost: () => seen.push('lost') });
  await call('GET', '/messages');
  await callPublic('GET', '/batch', { key: 'k' });
  events.dispatchEvent(new MessageEvent('digest', { data: '{"seq":7}' }));
  expect(calls).toEqual(['events /_emulator/events?digest', 'GET /_emulator/messages', 'GET /batch?key=k']);
  expect(seen).toEqual([7]);
});

test('a frame without a connection, and a page without a frame, connect over HTTP', async () => {
  setPageGlobals('/_emulator/sandboxes/tests/');
  vi.stubGlobal('frameElement', {});
  const { connection } = await import('../../src/api/connection.ts');
  expect(connection).toMatchObject({ path: '/_emulator/sandboxes/tests', isServer: true });
});
