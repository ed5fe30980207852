import { expect, test } from 'vitest';
import { webhookCases } from './webhook-cases.ts';

// `npx vitest run --project unit -u examples/webhook-cases.test.ts` writes the file again.
test('webhook-cases.json has the verdicts of the verifier on its corpus (SIG-2, SIG-3, SIG-7)', async () => {
  const document = webhookCases();
  expect(document.cases.filter(({ accepted }) => accepted).length).toBeGreaterThan(50);
  expect(document.cases.filter(({ accepted }) => !accepted).length).toBeGreaterThan(50);
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('webhook-cases.json');
});
