import { describe, expect, test } from 'vitest';
import { PLACES } from './places.ts';
import { checkHealth, WAYS, YEAR } from './ways.ts';

/** What a way says, whether it reaches the emulator or not. */
function said(reach: Promise<string>): Promise<string> {
  return reach.catch((error: Error & { stderr?: string; stdout?: string }) =>
    [error.message, error.stderr, error.stdout].join(' '),
  );
}

describe.each(PLACES)('an emulator %s (EMU-10, EMU-22, EMU-26)', (_, open) => {
  test('is reached in every way, or each says why not', async () => {
    const place = await open();
    const { port, refusal } = place;
    await expect(checkHealth(port)).resolves.toBe('');
    const answers: Record<string, string> = {};
    for (const [name, reach] of WAYS) answers[name] = await said(reach(place));
    expect(WAYS.length).toBeGreaterThan(4);
    for (const [name, answer] of Object.entries(answers)) {
      const isOpen = name.includes('/health') && refusal?.test('token');
      if (refusal === undefined || isOpen) expect(answer, name).toContain(YEAR);
      else expect(answer, name).toMatch(refusal);
    }
  });
});
