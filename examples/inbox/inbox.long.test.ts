import { describe, expect, test } from 'vitest';
import { DATABASES } from './databases.ts';
import { rehearse } from './rehearsal.ts';

/** Several processes and a database have to start, and be killed. */
const TIMEOUT_MS = 120_000;

describe.each(Object.entries(DATABASES))('with %s', (_name, { missing, open }) => {
  test.skipIf(missing !== undefined)(
    `nothing is lost, handled twice or answered twice, although the receiver is killed${missing === undefined ? '' : `: ${missing}`}`,
    { timeout: TIMEOUT_MS },
    async () => {
      await using database = await open();
      const figures = await rehearse({ database: database.url, customers: 20, answers: 4, kills: 6 });
      expect(figures).toMatchObject({
        written: 80,
        kills: 6,
        lost: 0,
        handledTwice: 0,
        unanswered: 0,
        answeredTwice: 0,
      });
      // Some responses were lost after the event had been handled.
      expect(figures.repeated).toBeGreaterThan(0);
    },
  );
});
