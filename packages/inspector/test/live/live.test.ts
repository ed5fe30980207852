import { beforeEach, describe, expect, test, vi } from 'vitest';
import { installFakePage, loseDigest, page, pass, readDigest, sendDigest } from './fake-page.ts';

installFakePage();
const { live } = await import('../../src/live/digest.ts');
const { LiveQuery } = await import('../../src/live/live-query.ts');
const { Rows } = await import('../../src/live/rows.ts');

beforeEach(() => {
  vi.useFakeTimers();
  page.calls.length = 0;
  return () => vi.useRealTimers();
});

/** The call that has waited longest. Time passes until there is one, because a query rests between calls. */
async function nextCall() {
  for (let reads = 0; page.calls.length === 0 && reads < 200; reads++) {
    await pass(300);
    await readDigest();
  }
  return page.calls.shift() ?? expect.unreachable('no call waits');
}

describe('the digest', () => {
  test('of a virtual clock stands still until the next one', async () => {
    await sendDigest({ now: '2026-01-01T09:00:00.000Z' });
    await pass(5_000);
    expect(new Date(live.now()).toISOString()).toBe('2026-01-01T09:00:00.000Z');
  });

  test('of a system clock continues with the time of the page', async () => {
    await sendDigest({ mode: 'system', now: '2026-01-01T09:00:00.000Z' });
    await pass(5_000);
    expect(new Date(live.now()).toISOString()).toBe('2026-01-01T09:00:05.000Z');
  });

  test('is kept when the emulator does not respond, and the page reports that it is not connected', async () => {
    await sendDigest({ seq: 7 });
    const seen: boolean[] = [];
    const unlisten = live.listen(() => seen.push(live.connected));
    await loseDigest();
    expect(live.digest?.seq).toBe(7);
    await sendDigest();
    unlisten();
    await sendDigest();
    expect(seen).toEqual([false, true]);
  });

  test('is read again and again, but not in a hidden tab until it is shown', async () => {
    let reads = 0;
    const unlisten = live.listen(() => reads++);
    void live.open();
    await pass(3_100);
    expect(reads).toBe(11);
    Object.assign(document, { hidden: true });
    await pass(10_000);
    expect(reads).toBe(11);
    Object.assign(document, { hidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
    await pass();
    expect(reads).toBe(12);
    unlisten();
  });
});

describe('a live query', () => {
  /** A query whose calls end when the test says so. */
  function controlled() {
    const ends: (() => void)[] = [];
    const signals: AbortSignal[] = [];
    const query = new LiveQuery(
      (signal) => {
        signals.push(signal);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      () => undefined,
    );
    return { query, ends, signals };
  }

  test('calls immediately, and again after a change', async () => {
    const { query, ends } = controlled();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await pass(1_000);
    expect(ends).toHaveLength(1);
    await sendDigest();
    expect(ends).toHaveLength(2);
    query.stop();
  });

  test('makes one call at a time: all changes during a call lead to one more call', async () => {
    const { query, ends } = controlled();
    for (let change = 0; change < 10; change++) await sendDigest();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await pass(1_000);
    await readDigest();
    expect(ends).toHaveLength(2);
    query.stop();
  });

  test('rests three times as long as the call took', async () => {
    const { query, ends } = controlled();
    await pass(1_000);
    ends[0]?.();
    await pass();
    await sendDigest();
    await pass(2_900);
    await readDigest();
    expect(ends).toHaveLength(1);
    await pass(200);
    await readDigest();
    expect(ends).toHaveLength(2);
    query.stop();
  });

  test('rests ten seconds at most, also after a call during which the machine was asleep', async () => {
    const { query, ends } = controlled();
    await pass(3_600_000);
    ends[0]?.();
    await pass();
    await sendDigest();
    await pass(10_000);
    await readDigest();
    expect(ends).toHaveLength(2);
    query.stop();
  });

  test('that is stopped aborts its call and makes no other', async () => {
    const { query, ends, signals } = controlled();
    query.stop();
    expect(signals[0]?.aborted).toBe(true);
    ends[0]?.();
    await sendDigest();
    await pass(1_000);
    expect(ends).toHaveLength(1);
  });
});

describe('a window of rows', () => {
  const open = (newestLast: boolean) => {
    const onChange = vi.fn();
    const source = {
      path: '/messages',
      parameters: { search: 'x', state: '' },
      member: 'rows',
      newestLast,
      idOf: String,
    };
    const rows = new Rows<number>(source, onChange);
    return { rows: Object.assign(rows, { stop: rows.start() }), onChange };
  };

  /** Responds to the next call with numbers that equal their offsets. */
  async function respond(total: number): Promise<string> {
    await pass();
    const { path, parameters, respond: send } = await nextCall();
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(parameters.get(name))) as [
      number,
      number,
    ];
    send({
      rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => offset + at),
      total,
    });
    await pass();
    return `${path} ${parameters.toString()}`;
  }

  test('reads the first rows of a list, with its filters', async () => {
    const { rows, onChange } = open(false);
    expect(await respond(1_000)).toBe('/messages search=x&offset=0&limit=301');
    expect(rows.total).toBe(1_000);
    expect([rows.rowAt(0), rows.rowAt(300), rows.rowAt(301)]).toEqual([0, 300, undefined]);
    expect(onChange).toHaveBeenCalledTimes(1);
    rows.stop();
  });

  test('counts a list that is shown from its end before it reads the last rows', async () => {
    const { rows } = open(true);
    expect(await respond(460)).toContain('offset=0&limit=1');
    expect(await respond(460)).toContain('offset=159&');
    expect([rows.rowAt(0), rows.rowAt(300), rows.rowAt(301)]).toEqual([459, 159, undefined]);
    rows.stop();
  });

  test('reads rows that were added at the end together with the length of the list', async () => {
    const { rows, onChange } = open(true);
    await respond(1_000);
    await respond(1_000);
    rows.look(0, 20);
    onChange.mockImplementation(() => expect(rows.rowAt(0)).toBe((rows.total ?? 0) - 1));
    await sendDigest();
    await respond(1_150);
    expect([rows.total, rows.rowAt(0), rows.rowAt(149)]).toEqual([1_150, 1_149, 1_000]);
    expect(onChange.mock.settledResults.every(({ type }) => type === 'fulfilled')).toBe(true);
    rows.stop();
  });

  test('reads the rows that the user scrolls to before the user gets there, and without a pause', async () => {
    const { rows } = open(false);
    await respond(1_000);
    rows.look(100, 130);
    await pass(1_000);
    expect(page.calls).toEqual([]);
    rows.look(200, 230);
    await pass();
    expect(page.calls).toHaveLength(1);
    // The user scrolls on while the rows are read.
    rows.look(560, 590);
    await respond(1_000);
    expect(await respond(1_000)).toContain('offset=260&limit=631');
    expect([rows.rowAt(560), rows.rowAt(890), rows.rowAt(0)]).toEqual([560, 890, undefined]);
    rows.stop();
  });

  test('after a change, reads the rows around the visible ones again', async () => {
    const { rows } = open(false);
    await respond(1_000);
    rows.look(400, 430);
    expect(await respond(1_000)).toContain('offset=100&limit=631');
    await sendDigest();
    expect(await respond(1_001)).toContain('offset=100&limit=631');
    await pass(1_000);
    expect(page.calls).toEqual([]);
    expect([rows.total, rows.rowAt(400)]).toEqual([1_001, 400]);
    rows.stop();
  });

  test.each([
    [false, 7],
    [true, 992],
  ])('finds the shown position of a row (newest last: %s)', async (newestLast, shown) => {
    const { rows } = open(newestLast);
    if (newestLast) await respond(1_000);
    await respond(1_000);
    const found = rows.locate('abc');
    await pass();
    const { parameters, respond: send } = await nextCall();
    expect(parameters.toString()).toBe('search=x&offset=0&limit=1&locate=abc');
    send({ rows: [0], total: 1_000, position: 7 });
    expect(await found).toBe(shown);
    rows.stop();
  });

  test('of a list that becomes shorter has the rows that are left', async () => {
    const { rows } = open(false);
    await respond(1_000);
    rows.look(550, 580);
    await respond(1_000);
    await sendDigest();
    expect(await respond(120)).toContain('offset=250&limit=631');
    rows.look(90, 119);
    await respond(120);
    expect(await respond(120)).toContain('offset=0&limit=120');
    expect([rows.total, rows.rowAt(0), rows.rowAt(119), rows.rowAt(120)]).toEqual([120, 0, 119, undefined]);
    rows.stop();
  });

  test('keeps its rows and shows the error when a call fails, and recovers', async () => {
    const { rows } = open(false);
    await respond(10);
    await sendDigest();
    (await nextCall()).respond({ error: { message: 'The emulator is restarting.' } }, 503);
    await pass();
    expect([rows.error, rows.total, rows.rowAt(9)]).toEqual(['The emulator is restarting.', 10, 9]);
    await sendDigest();
    (await nextCall()).fail();
    await pass();
    expect(rows.error).toBe('The emulator does not respond. Is it still running?');
    await sendDigest();
    await respond(11);
    expect([rows.error, rows.total]).toEqual([undefined, 11]);
    rows.stop();
  });

  test('knows how far the rows that are read have moved down, also when one of them has moved to the top', async () => {
    const { rows } = open(false);
    const list = Array.from({ length: 50 }, (_, index) => index);
    const send = async () => (await nextCall()).respond({ rows: list, total: list.length });
    await send();
    await pass();
    rows.look(20, 30);
    // Three that are not visible, and one that is.
    for (const busy of [40, 45, 2, 29]) list.unshift(...list.splice(list.indexOf(busy), 1));
    await sendDigest();
    await send();
    await pass();
    expect([rows.shift, rows.rowAt(23)]).toEqual([3, 20]);
    rows.stop();
  });

  test('that is stopped ignores a late response', async () => {
    const { rows, onChange } = open(false);
    rows.stop();
    await pass();
    const { signal } = page.calls[0] ?? expect.unreachable('no call waits');
    expect(signal?.aborted).toBe(true);
    (await nextCall()).fail();
    await pass();
    expect([rows.error, onChange.mock.calls.length]).toEqual([undefined, 0]);
  });
});
