import { expect } from 'vitest';
import { inBrowser as test, text } from './inspect.ts';

test('the notice of a move undoes it, with the messages that it sent', async ({ inspect }) => {
  const { page, send, visit, emulator } = await inspect();
  await send(text('Tomorrow', { send_at: '2026-01-02T09:00Z' }));
  await visit('#/messages');
  await page.getByRole('button', { name: 'Next job' }).click();
  await page.getByRole('status').getByText('It is 2 Jan 2026, 09:00:00. 1 sent').waitFor();
  await page.getByRole('row', { name: /delivered/ }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('The clock and the state are as they were before the move.').waitFor();
  await page.getByRole('row', { name: /scheduled/ }).waitFor();
  expect(emulator.clock.now().toISOString()).toBe('2026-01-01T09:00:00.000Z');
});

test('the notice of a move loses nothing that has happened since: it leads to the list of moves', async ({
  inspect,
}) => {
  const { page, send, emulator } = await inspect();
  const palette = async (command: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Command/ }).fill(command);
    await page.keyboard.press('Enter');
  };
  await palette('undo');
  await page.getByText('There is no move of the clock to undo.').waitFor();
  await palette('1 day');
  await page.getByText('It is 2 Jan 2026, 09:00:00. Nothing happened').waitFor();
  await send(text('Since then'));
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Something has happened since the move.').waitFor();
  await page
    .getByRole('region', { name: 'Latest moves' })
    .getByText('Since then: 1 message queued')
    .waitFor();
  expect(emulator.messages()).toHaveLength(1);
  expect(emulator.clock.now().toISOString()).toBe('2026-01-02T09:00:00.000Z');
});

test('the notice of a move does not undo a later move of another program', async ({ inspect }) => {
  const { page, emulator, control, visit } = await inspect();
  await visit('#/clock');
  await page.getByRole('button', { name: '+ 1 day' }).click();
  await page.getByText('It is 2 Jan 2026, 09:00:00. Nothing happened').waitFor();
  await control('POST /clock/advance', { by: '1h', undoable: true });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('The clock has moved again since.').waitFor();
  expect(emulator.clock.now().toISOString()).toBe('2026-01-02T10:00:00.000Z');
});
