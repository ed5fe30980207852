import { createEmulator } from '@messaging-service/emulator';
import { useCases } from '@messaging-service/emulator/core';
import { hostOf } from '@messaging-service/emulator/host';
import { serve } from '@messaging-service/test-support';
import { expect, test, vi } from 'vitest';

async function listCodes() {
  const { baseUrl, fetch, account } = createEmulator();
  await fetch(`${baseUrl}/dr-responses?key=${account.apiKey}`);
}

/** Reads the mark over the control API, from a service that may return a wrong one. */
async function readMark(mark?: unknown) {
  const { emulator, read } = await serve();
  if (mark !== undefined) vi.spyOn(hostOf(emulator).service, 'mark').mockReturnValueOnce(mark as string);
  expect(await read('/mark')).toEqual({ mark: mark ?? expect.any(String) });
}

test('a response that the document of the public API describes passes', listCodes);

test('a response that the document of the control API describes passes', () => readMark());

test.fails('a response of the control API with a wrong type fails the test that caused it', () =>
  readMark(7));

test.fails('a response of the public API with a wrong type fails the test that caused it', async () => {
  vi.spyOn(useCases, 'receiptCodes.list').mockReturnValueOnce([{ code: 0 } as never]);
  await listCodes();
});
