import { expect, test } from 'vitest';
import { webhookCases } from './webhook-cases.ts';

const document = webhookCases();

test('the cases have many valid and many invalid requests', () => {
  expect(document.cases.filter(({ accepted }) => accepted).length).toBeGreaterThan(50);
  expect(document.cases.filter(({ accepted }) => !accepted).length).toBeGreaterThan(50);
});

// `npx vitest run -u test/examples/webhook-cases.test.ts` writes the files again.
test.each(['.', 'go-test', 'php-phpunit', 'python-pytest'])(
  'examples/%s/webhook-cases.json has the verdicts of the verifier on its corpus (SIG-2, SIG-3, SIG-7)',
  async (folder) => {
    const file = `../../examples/${folder}/webhook-cases.json`;
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(file);
  },
);
