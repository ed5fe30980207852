import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

/** Presses a button that saves a file, and returns the name and the text of the file. */
async function saved(page: Page, format: 'CSV' | 'JSON'): Promise<readonly [name: string, content: string]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('main')
      .getByRole('button', { name: `Export as ${format}` })
      .click(),
  ]);
  return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')];
}

test('the messages that a filter finds are saved as JSON and CSV, however many there are', async ({
  inspect,
}) => {
  const { page, send, visit } = await inspect({ options: { organization: { creditSystem: false } } });
  await send(...Array.from({ length: 1_200 }, (_, index) => text(`Number ${index}`)));
  await send(text('Lost', { to: '447700900801' }));
  await visit('#/messages?q=state:delivered');
  await page.getByText('1,200 messages').waitFor();
  const [name, content] = await saved(page, 'JSON');
  expect(name).toBe('messages.json');
  const rows = JSON.parse(content) as { body: string; state: string }[];
  expect(rows).toHaveLength(1_200);
  expect(rows.at(-1)).toMatchObject({ body: 'Number 1199', state: 'delivered' });
  await visit('#/messages?q=state:failed');
  await page.getByText('1 message', { exact: true }).waitFor();
  const [, csv] = await saved(page, 'CSV');
  expect(csv.split('\r\n')[0]).toContain('messageUuid,');
  expect(csv).toContain(',Lost,');
});

test.for([
  ['webhooks', 'deliveries.json'],
  ['requests', 'requests.json'],
  ['accounts', 'entries.json'],
] as const)('%s that a search finds are saved, without keys', async ([view, file], { inspect }) => {
  const { page, send, visit, receiver, emulator } = await inspect();
  const callback = `${receiver.url}/receipts`;
  await send(text('Hello', { callback }));
  await send(text('Goodbye', { callback, to: '447700900124' }));
  await emulator.settle();
  const { identifier, apiKey } = emulator.account;
  await visit(
    view === 'accounts' ? `#/accounts/${identifier}?q=07700%20900124` : `#/${view}?q=07700%20900124`,
  );
  await page.getByText(/^1 (delivery|request|change)$/).waitFor();
  const [name, json] = await saved(page, 'JSON');
  expect(name).toBe(file);
  expect(JSON.parse(json)).toHaveLength(1);
  const [, csv] = await saved(page, 'CSV');
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  for (const content of [json, csv]) {
    expect(content).toContain('447700900124');
    expect(content).not.toContain('447700900123');
    expect(content).not.toContain(apiKey);
  }
});
