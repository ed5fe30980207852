import { describe, expect, test } from 'vitest';
import { setPageGlobals } from '../page-globals.ts';

setPageGlobals();
const { parseRoute } = await import('../../src/routing/route.ts');
const { titleOf } = await import('../../src/shell/title.ts');

describe('the title of a tab names', () => {
  test.for([
    ['#/messages', 'Messages – Messaging emulator'],
    ['#/phones/447700900123', '+447700900123 – Phones – Messaging emulator'],
    ['#/messages/0d9c2b7e-1111-7222-8333-444444444444', 'Message 0d9c2b7e – Messages – Messaging emulator'],
    ['#/batches/0d9c2b7e-1111-7222-8333-444444444444', 'Batch 0d9c2b7e – Messages – Messaging emulator'],
    ['#/requests/17', 'Request #17 – Requests – Messaging emulator'],
    ['#/jobs/send-batch:0d9c2b7e', 'Job send-batch – Clock – Messaging emulator'],
  ] as const)('%s', ([hash, title]) => {
    expect(titleOf(parseRoute(hash))).toBe(title);
  });
});
