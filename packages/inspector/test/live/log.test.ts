import { beforeEach, describe, expect, test, vi } from 'vitest';
import { installFakePage, page, pass, sendDigest } from './fake-page.ts';

installFakePage();
const { live } = await import('../../src/live/digest.ts');
const { LogWindow } = await import('../../src/live/log-window.ts');
live.open();

interface Entry {
  readonly id: number;
}

const LIMIT = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
  page.calls.length = 0;
  return () => vi.useRealTimers();
});

/** A log that has had a number of entries, and a window of it. */
class Log {
  latestId: number;
  readonly window: InstanceType<typeof LogWindow<Entry>>;

  constructor(latestId: number, parameters: Readonly<Record<string, string>> = {}) {
    this.latestId = latestId;
    const source = { path: '/requests', parameters, member: 'requests', newestLast: true };
    this.window = new LogWindow<Entry>(source, () => undefined);
  }

  /** Adds entries, and tells the page. */
  add(entries: number): void {
    this.latestId += entries;
    sendDigest({ requests: this.latestId });
  }

  /** Responds to all calls until none is made for a while. Returns their queries. */
  async respond(): Promise<string[]> {
    const queries: string[] = [];
    for (let waited = 0; waited < 3_000; waited += 50) {
      await pass(50);
      for (const { parameters, respond } of page.calls.splice(0)) {
        queries.push(parameters.toString());
        const [offset, limit] = [Number(parameters.get('offset')), Number(parameters.get('limit'))];
        const dropped = Math.max(0, this.latestId - LIMIT);
        const total = this.latestId - dropped;
        const length = Math.max(0, Math.min(limit, total - offset));
        const requests = Array.from({ length }, (_, index) => ({ id: dropped + offset + index + 1 }));
        const isFiltered = [...parameters.keys()].some((name) => name === 'search');
        respond({ requests, total, logLimit: LIMIT, ...(isFiltered ? {} : { dropped }) });
      }
    }
    return queries;
  }

  /** The numbers of the rows at shown positions. */
  shown(...positions: number[]): (number | undefined)[] {
    return positions.map((position) => this.window.rowAt(position)?.id);
  }
}

describe('a log that is followed', () => {
  test('shows its newest entries, and reads only those again', async () => {
    const log = new Log(5_000);
    await log.respond();
    expect([log.window.total, ...log.shown(0, 99)]).toEqual([1_000, 5_000, 4_901]);
    log.add(500);
    expect(await log.respond()).toEqual(['offset=900&limit=1000']);
    expect(log.shown(0, 99)).toEqual([5_500, 5_401]);
    log.window.stop();
  });

  test('shows all entries while there are few, and none after they were removed', async () => {
    const log = new Log(3);
    await log.respond();
    expect([log.window.total, ...log.shown(0, 2)]).toEqual([3, 3, 1]);
    log.window.stop();
  });
});

describe('a log that the user reads', () => {
  test('stands still and keeps every entry, although all of them leave the log', async () => {
    const log = new Log(5_000);
    await log.respond();
    log.window.hold(true);
    await log.respond();
    const before = log.shown(0, 500, 999);
    expect(before).toEqual([5_000, 4_500, 4_001]);
    log.add(2_000);
    await log.respond();
    expect(log.shown(0, 500, 999)).toEqual(before);
    expect([log.window.total, log.window.newer, log.window.gone]).toEqual([1_000, 2_000, 1_000]);
    expect(log.window.isGone({ id: 5_000 })).toBe(true);
    log.window.stop();
  });

  test('that is held before the first response shows the entries of that response', async () => {
    const log = new Log(3);
    log.window.hold(true);
    await pass();
    const first = page.calls.shift() ?? expect.unreachable('no call waits');
    first.respond({ requests: [{ id: 1 }, { id: 2 }, { id: 3 }], total: 3, logLimit: LIMIT, dropped: 0 });
    await pass();
    expect(log.shown(0, 2)).toEqual([3, 1]);
    log.add(1);
    await log.respond();
    expect([log.shown(0), log.window.newer]).toEqual([[3], 1]);
    log.window.stop();
  });

  test('keeps the entries that it shows when others leave before they are read', async () => {
    const log = new Log(5_000);
    await log.respond();
    log.add(100);
    await log.respond();
    log.add(700);
    log.window.hold(true);
    await log.respond();
    // Entries 4,101 to 4,800 have left the log, and were not shown.
    expect([log.window.total, ...log.shown(0, 99, 299, 300)]).toEqual([300, 5_100, 5_001, 4_801, undefined]);
    log.window.stop();
  });

  test('is counted again, but not read again', async () => {
    const log = new Log(5_000);
    await log.respond();
    log.window.hold(true);
    await log.respond();
    log.add(10);
    expect(await log.respond()).toEqual(['offset=0&limit=1']);
    log.window.stop();
  });

  test('follows the newest entries again afterwards', async () => {
    const log = new Log(5_000);
    await log.respond();
    log.window.hold(true);
    await log.respond();
    log.add(2_000);
    log.window.hold(false);
    await log.respond();
    expect([log.window.isHeld, log.window.total, ...log.shown(0)]).toEqual([false, 1_000, 7_000]);
    log.window.stop();
  });

  test('shows newer entries on request, also to find one of them', async () => {
    const log = new Log(5_000);
    await log.respond();
    log.window.hold(true);
    await log.respond();
    log.add(20);
    const found = log.window.locate('5015');
    await log.respond();
    expect(await found).toBe(5);
    expect(log.shown(0, 5, 20)).toEqual([5_020, 5_015, 5_000]);
    // Those that have left the log stay.
    expect([log.window.total, ...log.shown(1_019)]).toEqual([1_020, 4_001]);
    expect(await log.window.locate('5000')).toBe(20);
    log.window.stop();
  });

  test('with a search does not know how many newer entries match', async () => {
    const log = new Log(5_000, { search: 'batch' });
    await log.respond();
    log.window.hold(true);
    await log.respond();
    log.add(20);
    await log.respond();
    expect([log.window.newer, log.window.gone]).toEqual([undefined, 20]);
    log.window.stop();
  });

  test('is read again when the emulator was started again', async () => {
    const log = new Log(5_000);
    await log.respond();
    log.window.hold(true);
    await log.respond();
    log.latestId = 0;
    log.add(4);
    await log.respond();
    expect([log.window.total, ...log.shown(0, 3)]).toEqual([4, 4, 1]);
    log.window.stop();
  });

  test('keeps its rows and shows the error while the emulator does not respond', async () => {
    const log = new Log(5_000);
    await log.respond();
    log.window.hold(true);
    await log.respond();
    sendDigest({ requests: 5_001 });
    await pass(1_500);
    page.calls.shift()?.fail();
    await pass();
    expect([log.window.error, ...log.shown(0)]).toEqual([
      'The emulator does not respond. Is it still running?',
      5_000,
    ]);
    log.window.stop();
  });
});
