import { beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeStream, FakeTab, startWorker } from './fake-worker.ts';

const URL_OF_STREAM = 'http://127.0.0.1:4010/_emulator/events?digest';

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_000 });
  await startWorker();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** A tab that shows a sandbox; default: the default service. */
function openTab(sandbox = ''): FakeTab {
  const tab = new FakeTab();
  tab.send({ join: URL_OF_STREAM, sandbox });
  return tab;
}

/** Lets the worker open its stream, and returns the stream. */
function stream(): FakeStream {
  vi.advanceTimersByTime(50);
  return FakeStream.opened.at(-1) ?? expect.unreachable('no stream is open');
}

const digest = (seq: number, sandbox?: string) => ({ seq, ...(sandbox === undefined ? {} : { sandbox }) });

describe('tabs', () => {
  test('that open together share one stream of their sandboxes', () => {
    openTab();
    openTab();
    openTab('a b');
    expect(stream().sandboxes).toEqual(['', 'a b']);
    expect(FakeStream.opened).toHaveLength(1);
    expect(FakeStream.opened[0]?.url.pathname).toBe('/_emulator/events');
  });

  test('receive the digests of their own sandbox only', () => {
    const [first, second] = [openTab(), openTab('tests')];
    const { emit } = stream();
    emit.call(FakeStream.opened[0], 'digest', digest(1));
    expect(first.latest).toEqual({ isConnected: true, digest: digest(1), receivedAt: 1_050 });
    expect(second.states).toEqual([]);
    FakeStream.opened[0]?.emit('digest', digest(7, 'tests'));
    expect(second.latest?.digest).toEqual(digest(7, 'tests'));
    expect(first.states).toHaveLength(1);
  });

  test('that open later get the latest digest immediately, without another stream', () => {
    openTab();
    stream().emit('digest', digest(3));
    const late = openTab();
    expect(late.latest?.digest).toEqual(digest(3));
    vi.advanceTimersByTime(1_000);
    expect(FakeStream.opened).toHaveLength(1);
  });

  test('of another sandbox replace the stream by one of all sandboxes, and the old one is closed', () => {
    openTab();
    const before = stream();
    openTab('tests');
    const after = stream();
    expect(after).not.toBe(before);
    expect(after.sandboxes).toEqual(['', 'tests']);
    expect([before.isClosed, after.isClosed]).toEqual([true, false]);
  });

  test('that leave end the stream when the last of them has left', () => {
    const [first, second] = [openTab(), openTab()];
    const opened = stream();
    first.send('leave');
    expect(opened.isClosed).toBe(false);
    opened.emit('digest', digest(1));
    expect(first.states).toEqual([]);
    second.send('leave');
    expect(opened.isClosed).toBe(true);
  });

  test('that leave before the stream is opened leave nothing open', () => {
    openTab().send('leave');
    vi.advanceTimersByTime(1_000);
    expect(FakeStream.opened.filter(({ isClosed }) => !isClosed)).toEqual([]);
  });

  test('that come back after all have left get a new stream and no old digest', () => {
    const tab = openTab();
    stream().emit('digest', digest(1));
    tab.send('leave');
    const returned = openTab();
    expect(returned.states).toEqual([]);
    stream().emit('digest', digest(2));
    expect(returned.latest?.digest).toEqual(digest(2));
  });
});

describe('a connection that breaks', () => {
  test('is reported to every tab with the digest that it had, and again when it is back', () => {
    const tabs = [openTab(), openTab('tests')];
    const opened = stream();
    opened.emit('digest', digest(5));
    opened.fail();
    expect(tabs.map((tab) => tab.latest?.isConnected)).toEqual([false, false]);
    expect(tabs[0]?.latest?.digest).toEqual(digest(5));
    opened.emit('digest', digest(6));
    expect(tabs[0]?.latest).toMatchObject({ isConnected: true, digest: digest(6) });
  });

  test('is left to the browser while it tries again', () => {
    openTab();
    stream().fail();
    vi.advanceTimersByTime(60_000);
    expect(FakeStream.opened).toHaveLength(1);
  });

  test('is opened again every two seconds when the browser has given up', () => {
    const tab = openTab();
    stream().fail(true);
    vi.advanceTimersByTime(1_999);
    expect(FakeStream.opened).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(FakeStream.opened).toHaveLength(2);
    FakeStream.opened[1]?.fail(true);
    vi.advanceTimersByTime(2_000);
    FakeStream.opened[2]?.emit('digest', digest(9));
    expect(tab.latest).toMatchObject({ isConnected: true, digest: digest(9) });
  });
});

describe('a sandbox that is deleted', () => {
  test('is lost for its tabs, while the others stay connected', () => {
    const [other, deleted] = [openTab(), openTab('tests')];
    const opened = stream();
    opened.emit('digest', digest(1));
    opened.emit('digest', digest(1, 'tests'));
    opened.emit('gone', { sandbox: 'tests' });
    expect(deleted.latest).toMatchObject({ isConnected: false, digest: digest(1, 'tests') });
    expect(other.latest?.isConnected).toBe(true);
    expect(opened.isClosed).toBe(false);
  });
});
