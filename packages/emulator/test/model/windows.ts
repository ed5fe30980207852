import fc from 'fast-check';
import type { WindowBounds } from '../../src/domain/views/list-window.ts';
import { pick } from './lived.ts';
import { rarely } from './parts.ts';

/** Histories of one property. */
export const RUNS = { numRuns: 25 };
/** Whether a text contains another, in any case. */
export const has = (text: string, needle: string) => text.toLowerCase().includes(needle.trim().toLowerCase());

/** Texts to search for; some are in many rows, some in none. */
export const needles = fc.constantFrom(
  'code',
  'ORDER',
  ' köln ',
  '4477009000',
  '700',
  'demo',
  'nothing',
  '',
  ' ',
);
/** Parts of a list. */
export const windows = fc.record({ offset: fc.nat({ max: 6 }), limit: fc.integer({ min: 1, max: 5 }) });
/** A row to find in the list, rarely. */
export const place = rarely(fc.nat(), 4);

/** The part of a list that a window shows, and the position of a row. */
export function windowOf<Row>(rows: readonly Row[], bounds: WindowBounds, idOf: (row: Row) => string) {
  const { offset, limit, locate } = bounds;
  const position = rows.findIndex((row) => idOf(row) === locate?.toLowerCase());
  return {
    rows: rows.slice(offset, offset + limit),
    total: rows.length,
    ...(locate !== undefined && { position: position === -1 ? null : position }),
  };
}

/** Bounds that locate one of the rows, in capital letters, or nothing that exists. */
export function boundsOf<Row>(
  all: readonly Row[],
  window: WindowBounds,
  row: number | undefined,
  idOf: (row: Row) => string,
) {
  if (row === undefined) return window;
  const chosen = row % 4 === 0 || all.length === 0 ? 'nothing' : idOf(pick(all, row)).toUpperCase();
  return { ...window, locate: chosen };
}
