import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { installFakePage, page, pass, readDigest, sendDigest } from './fake-page.ts';

installFakePage();
const { Rows } = await import('../../src/live/rows.ts');

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A list as the emulator keeps it: rows are added at its end, and the oldest may be dropped. */
class ListModel {
  added = 0;
  dropped = 0;

  get total(): number {
    return this.added - this.dropped;
  }

  /** The rows of a request, which are numbered from the first one that was ever added. */
  respond(parameters: URLSearchParams): object {
    const [offset, limit] = [Number(parameters.get('offset')), Number(parameters.get('limit'))];
    const length = Math.max(0, Math.min(limit, this.total - offset));
    const rows = Array.from({ length }, (_, index) => this.dropped + offset + index);
    return { rows, total: this.total, dropped: this.dropped };
  }
}

/** Something that happens while the list is shown. */
type Step =
  | { readonly kind: 'add'; readonly rows: number }
  | { readonly kind: 'drop'; readonly share: number }
  | { readonly kind: 'look'; readonly share: number }
  | { readonly kind: 'fail' };

const share = fc.double({ min: 0, max: 1, noNaN: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), rows: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ kind: fc.constant('drop' as const), share }),
  fc.record({ kind: fc.constant('look' as const), share }),
  fc.record({ kind: fc.constant('fail' as const) }),
);

const VISIBLE = 30;

/** A list that is read until it is stopped. */
function opened(source: ConstructorParameters<typeof Rows<number>>[0]) {
  const rows = new Rows<number>(source, () => undefined);
  return Object.assign(rows, { stop: rows.start() });
}

/** Responds to all calls until none is left. */
async function settle(list: ListModel, isFailing = false): Promise<void> {
  for (let round = 0; round < 60; round++) {
    await pass(100);
    await readDigest();
    for (const call of page.calls.splice(0)) {
      if (isFailing) call.fail();
      else call.respond(list.respond(call.parameters));
    }
  }
}

/** The rows that are shown at the visible places. */
const shownIn = (rows: InstanceType<typeof Rows<number>>, first: number, total: number) =>
  Array.from({ length: Math.min(VISIBLE, total - first) }, (_, index) => rows.rowAt(first + index));

describe.each([
  ['is shown from its end', true],
  ['is shown from its beginning', false],
])('a list that %s', (_, newestLast) => {
  test('shows the rows of the emulator at every place once the calls have ended, whatever happened before', async () => {
    const check = async (initial: number, steps: readonly Step[]) => {
      page.calls.length = 0;
      const list = new ListModel();
      list.added = initial;
      const source = { path: '/messages', parameters: {}, member: 'rows', newestLast, idOf: String };
      const rows = opened(source);
      let first = 0;
      try {
        await settle(list);
        // A table says which rows are visible when it is drawn.
        rows.look(first, first + VISIBLE);
        for (const one of steps) {
          if (one.kind === 'add') list.added += one.rows;
          // Lists that begin with the oldest row keep all rows.
          else if (one.kind === 'drop' && newestLast) list.dropped += Math.floor(list.total * one.share);
          else if (one.kind === 'look') {
            first = Math.floor(Math.max(0, list.total - VISIBLE) * one.share);
            rows.look(first, first + VISIBLE);
          }
          await sendDigest();
          await settle(list, one.kind === 'fail');
        }
        await sendDigest();
        await settle(list);
        first = Math.max(0, Math.min(first, list.total - 1));
        const expected = Array.from({ length: Math.min(VISIBLE, list.total - first) }, (_, index) =>
          newestLast ? list.added - 1 - first - index : first + index,
        );
        expect({ total: rows.total, error: rows.error }).toEqual({ total: list.total, error: undefined });
        expect(shownIn(rows, first, list.total)).toEqual(expected);
      } finally {
        rows.stop();
      }
    };
    const initial = fc.integer({ min: 0, max: 1_000 });
    await fc.assert(fc.asyncProperty(initial, fc.array(step, { maxLength: 6 }), check), { numRuns: 25 });
  });
});

test('a window over a long list keeps a limited number of rows, and reads the others again', async () => {
  const list = new ListModel();
  list.added = 20_000;
  const source = { path: '/messages', parameters: {}, member: 'rows', newestLast: false, idOf: String };
  const rows = opened(source);
  await settle(list);
  for (let first = 0; first < 20_000; first += 500) {
    rows.look(first, first + VISIBLE);
    await settle(list);
  }
  const kept = Array.from({ length: 20_000 }, (_, index) => rows.rowAt(index)).filter(
    (row) => row !== undefined,
  );
  expect(kept.length).toBeLessThanOrEqual(1_000);
  rows.look(0, VISIBLE);
  await settle(list);
  expect(shownIn(rows, 0, 20_000)).toEqual(Array.from({ length: VISIBLE }, (_, index) => index));
  rows.stop();
});

test('a row that the list does not contain has no position', async () => {
  const source = { path: '/messages', parameters: {}, member: 'rows', newestLast: true, idOf: String };
  const rows = opened(source);
  await settle(Object.assign(new ListModel(), { added: 5 }));
  const located = rows.locate('lost');
  await pass();
  page.calls.shift()?.respond({ rows: [], total: 5, position: null });
  expect(await located).toBeUndefined();
  rows.stop();
});
