import { copyFileSync, renameSync } from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';
import { clearSnippets } from '../documents/snippet-folder.ts';
import { hasChromium, runPlaywright } from '../run-playwright.ts';
import { docExamples, isOfPlaywright, saveExample } from './doc-examples.ts';

const area = clearSnippets('playwright-reference');

/** The application that the examples start, and the configuration with the browser. */
const APPLICATION = ['app.ts', 'main.ts', 'playwright.config.ts'];

const examples = docExamples.filter(isOfPlaywright).map((one) => [one.place, one] as const);

test.skipIf(!hasChromium).for(examples)('%s passes in a browser', async ([place, example]) => {
  const folder = `${area}${place.replace(/\W+/g, '-')}/`;
  renameSync(saveExample(folder, example), `${folder}example.spec.ts`);
  for (const file of APPLICATION) copyFileSync(`${root}examples/playwright/${file}`, folder + file);
  expect(await runPlaywright(`${relative(root, folder)}/playwright.config.ts`)).toContain('1 passed');
});
