import { serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { connectOverStdio, REVISIONS } from './agents.ts';
import { expectedOf, NAMES, workOf } from './one-agents-work.ts';

test('ten commands at once, with five calls at a time each, share one emulator (EMU-5)', async () => {
  const { server } = await serve();
  const works = Array.from({ length: 10 }, async (_, index) => {
    const revision = REVISIONS[index % 2] ?? REVISIONS[0];
    const agent = await connectOverStdio(['--url', server.url], { revision });
    return Promise.all(NAMES.slice(index * 5, index * 5 + 5).map((name) => workOf(agent, name)));
  });
  expect((await Promise.all(works)).flat()).toEqual(NAMES.map(expectedOf));
});
