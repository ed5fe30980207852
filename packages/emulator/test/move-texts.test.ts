import { Move } from '@messaging-service/emulator/core';
import { expect, test } from 'vitest';

test('the report of a move shows names of applications in one line, without effect on a terminal (EMU-3)', () => {
  const move = new Move(1, 0, {});
  move.waited('shop\u001b[2J\n[messaging-emulator] forged', 12);
  move.add([{ kind: 'timer', name: 'app.js:1\u202e', count: 2, ms: 5 }]);
  expect(move.describe()).toContain('shop[U+001B][2J[U+000A][messaging-emulator] forged');
  expect(move.describe()).toContain('app.js:1[U+202E]');
});
