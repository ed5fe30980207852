import { createEmulator } from '@messaging-service/emulator';
import { test, vi } from 'vitest';
import { useCases } from '../packages/emulator/src/domain/use-cases/use-cases.ts';

async function listCodes() {
  const { baseUrl, fetch, account } = createEmulator();
  await fetch(`${baseUrl}/dr-responses?key=${account.apiKey}`);
}

test('an answer as the document describes it fails no test', listCodes);

test.fails('an answer that the document does not describe fails the test that asked for it', async () => {
  vi.spyOn(useCases, 'receiptCodes.list').mockReturnValueOnce([{ code: 0 } as never]);
  await listCodes();
});
