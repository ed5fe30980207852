import { createEmulator } from '@messaging-service/emulator';
import { test, vi } from 'vitest';
import { useCases } from '../packages/emulator/src/domain/use-cases/use-cases.ts';

async function listCodes() {
  const { baseUrl, fetch, account } = createEmulator();
  await fetch(`${baseUrl}/dr-responses?key=${account.apiKey}`);
}

test('a response that the document describes fails no test', listCodes);

test.fails('a response that the document does not describe fails the test that caused it', async () => {
  vi.spyOn(useCases, 'receiptCodes.list').mockReturnValueOnce([{ code: 0 } as never]);
  await listCodes();
});
