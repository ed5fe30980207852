import { expect, test } from 'vitest';
import { startCommand } from './command.ts';

const FOREIGN = 'shop\u001b]0;title\u0007\u009b31m\u202e';

test('the command shows foreign text in its errors, and the terminal does not act on it (EMU-21)', async () => {
  const { code, stderr } = await startCommand(['--config', FOREIGN]).ended;
  expect(code).toBe(2);
  expect(stderr).toContain('shop\\u001b]0;title\\u0007\\u009b31m\\u202e');
  expect(stderr).not.toMatch(/[\u001b\u0007\u009b\u202e]/);
});
