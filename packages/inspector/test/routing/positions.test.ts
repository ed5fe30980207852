import { expect, test, vi } from 'vitest';

const entries: unknown[] = [null];
let current = 0;
vi.stubGlobal('history', {
  get state() {
    return entries[current];
  },
  replaceState: (state: unknown) => {
    entries[current] = state;
  },
});
const { enterHistory, onLeave, positionOf } = await import('../../src/routing/positions.ts');

/** Goes to an entry of the history; a new one has no state. */
function visit(entry: number): void {
  current = entry;
  if (entries.length === entry) entries.push(null);
  enterHistory();
}

test('the position of a list belongs to the entry of the history that the user left', () => {
  visit(0);
  let top = 100;
  const end = onLeave('messages', () => ({ top, total: 9 }));
  visit(1);
  expect(positionOf('messages')).toBeUndefined();
  top = 200;
  visit(0);
  expect(positionOf('messages')).toEqual({ top: 100, total: 9 });
  expect(positionOf('webhooks')).toBeUndefined();
  visit(1);
  expect(positionOf('messages')).toEqual({ top: 200, total: 9 });
  end();
});

test('an address that replaces the current one starts at the top', () => {
  visit(0);
  const end = onLeave('messages', () => ({ top: 300, total: 9 }));
  visit(1);
  visit(0);
  expect(positionOf('messages')).toEqual({ top: 300, total: 9 });
  enterHistory();
  expect(positionOf('messages')).toBeUndefined();
  end();
});
