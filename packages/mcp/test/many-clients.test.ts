import { serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { connectOverHttp, REVISIONS } from './agents.ts';
import { expectedOf, NAMES, workOf } from './one-agents-work.ts';

test('50 clients at once over HTTP, of both revisions, each see their own sandbox only (EMU-5)', async () => {
  const { server } = await serve();
  const works = NAMES.map(async (name, index) => {
    const revision = REVISIONS[index % 2] ?? REVISIONS[0];
    return workOf(await connectOverHttp(server.url, { revision }), name);
  });
  expect(await Promise.all(works)).toEqual(NAMES.map(expectedOf));
});
