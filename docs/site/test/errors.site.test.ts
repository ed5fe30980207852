/** The programs of the page about errors: each makes happen what its section is about. */
import { expect, test } from 'vitest';
import { BY_CLASS, BY_CODE, BY_RECEIPT } from '../../../tools/site/reproductions.ts';
import { runProgram } from '../.vitepress/theme/playground/program.ts';
import { openSite } from './site.ts';

async function outputOf(program: string): Promise<string> {
  const lines: string[] = [];
  await runProgram(program, { onLine: (text) => lines.push(text), onEmulator: () => undefined });
  return lines.join('\n');
}

test.each(Object.entries(BY_CODE))(
  'the program of the error code %s is refused with it',
  async (code, program) => {
    expect(await outputOf(program)).toMatch(new RegExp(`\\[${code}\\]|"code":"${code}"`));
  },
);

test.each(Object.entries(BY_RECEIPT))('the program of the receipt code %s gets it', async (code, program) => {
  expect(await outputOf(program)).toMatch(new RegExp(`code: '${code}'`, 'i'));
});

test.each(Object.entries(BY_CLASS))('the program of the class %s throws it', async (name, program) => {
  // A base class is shown by an error of one of its subclasses.
  const shown = name === 'ResponseError' ? 'UnexpectedResponseError' : name;
  expect(await outputOf(program)).toMatch(new RegExp(`^${shown}\\b`, 'm'));
});

test('a section runs its program in the page', async () => {
  const site = await openSite();
  const page = await site.open('errors/#sender_not_owned');
  const heading = page.locator('#sender_not_owned');
  const program = heading.locator('xpath=following::div[contains(@class, "run-program")][1]');
  await program.getByRole('button', { name: 'Run it here' }).click();
  await program.getByText('SenderNotOwnedError [sender_not_owned]').waitFor();
  expect(site.problems).toEqual([]);
  await site.close();
});
