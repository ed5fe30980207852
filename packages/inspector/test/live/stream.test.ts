import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DigestEvent } from '../../src/api/types.ts';
import { setPageGlobals } from '../page-globals.ts';
import { FakeStream } from './fake-worker.ts';

/** The shared worker, as far as a tab uses it. */
class FakeWorker extends EventTarget {
  static readonly started: FakeWorker[] = [];
  readonly script: string;
  readonly options: { readonly name: string };
  readonly sent: unknown[] = [];
  readonly port = Object.assign(new EventTarget(), {
    start: () => undefined,
    postMessage: (message: unknown) => this.sent.push(message),
  });

  constructor(script: string, options: { readonly name: string }) {
    super();
    this.script = script;
    this.options = options;
    FakeWorker.started.push(this);
  }
}

const events = new EventTarget();
const digest = { now: '2026-01-01T09:00:00.000Z', mode: 'virtual', seq: 1 } as DigestEvent;

beforeEach(() => {
  FakeWorker.started.length = 0;
  FakeStream.opened.length = 0;
  vi.resetModules();
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('SharedWorker', FakeWorker);
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
});
afterEach(() => void vi.unstubAllGlobals());

/** Opens the stream on the page of a sandbox, and collects what it reports. */
async function open(path = '/_emulator/sandboxes/tests/', prepare: () => void = () => undefined) {
  setPageGlobals(path);
  prepare();
  const { openStream } = await import('../../src/live/stream.ts');
  const seen: unknown[] = [];
  openStream({
    onDigest: (received, receivedAt) => seen.push([received.seq, receivedAt]),
    onLost: () => seen.push('lost'),
  });
  const [worker] = FakeWorker.started;
  return { seen, worker };
}

const say = (worker: FakeWorker | undefined, data: unknown) =>
  worker?.port.dispatchEvent(new MessageEvent('message', { data }));

test('a tab joins the stream of its server, whatever its sandbox is, and says which sandbox it shows', async () => {
  const { worker } = await open();
  const url = 'http://127.0.0.1:9/_emulator/events?digest';
  expect(worker?.options.name).toBe(url);
  expect(worker?.sent).toEqual([{ join: url, sandbox: 'tests' }]);
});

test('every tab of a server starts the same worker, because the address of the script decides', async () => {
  const scripts: (string | undefined)[] = [];
  for (const path of ['/_emulator/', '/_emulator/sandboxes/tests/']) {
    vi.resetModules();
    FakeWorker.started.length = 0;
    scripts.push((await open(path)).worker?.script);
  }
  expect(scripts[0]).toBe(scripts[1]);
});

test('digests of the worker are passed on, with the time at which they were received', async () => {
  const { seen, worker } = await open();
  say(worker, { isConnected: true, digest, receivedAt: 1_234 });
  say(worker, { isConnected: false, digest, receivedAt: 1_234 });
  say(worker, { isConnected: false, receivedAt: 0 });
  expect(seen).toEqual([[1, 1_234], 'lost', 'lost']);
});

test('a tab leaves when it is closed, and joins again when Back shows it from the cache of the browser', async () => {
  const { worker } = await open();
  const [join] = worker?.sent ?? [];
  events.dispatchEvent(new Event('pagehide'));
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(worker?.sent).toEqual([join, 'leave']);
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(worker?.sent).toEqual([join, 'leave', join]);
});

test('a browser without shared workers opens a stream of its own, of its sandbox only', async () => {
  vi.stubGlobal('SharedWorker', undefined);
  const { seen } = await open();
  expect(FakeStream.opened.map(({ url }) => url.href)).toEqual([
    'http://127.0.0.1:9/_emulator/sandboxes/tests/events?digest',
  ]);
  FakeStream.opened[0]?.emit('digest', digest);
  FakeStream.opened[0]?.fail();
  expect(seen).toEqual([[1, expect.any(Number)], 'lost']);
});

test('a worker that cannot be loaded is replaced by a stream of its own, once', async () => {
  const { worker } = await open();
  worker?.dispatchEvent(new Event('error'));
  worker?.dispatchEvent(new Event('error'));
  expect(FakeStream.opened).toHaveLength(1);
});

test('with a control token, the stream has it in its address (EMU-22)', async () => {
  vi.stubGlobal('SharedWorker', undefined);
  await open('/_emulator/', () => sessionStorage.setItem('messaging-emulator-token', 'a+b'));
  expect(FakeStream.opened[0]?.url.searchParams.get('token')).toBe('a+b');
});
