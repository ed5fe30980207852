import { clearSnippets } from '../documents/snippet-folder.ts';
import { docExamples, isOfPlaywright, isOfRunner, saveExample } from './doc-examples.ts';

// The tests of these examples become tests of this file. Those of Playwright are run by playwright-examples.long.test.ts.
const area = clearSnippets('runner-reference');
const examples = docExamples.filter((one) => isOfRunner(one) && !isOfPlaywright(one));

for (const example of examples)
  await import(/* @vite-ignore */ saveExample(`${area}${example.place.replace(/\W+/g, '-')}/`, example));
