import { clearSnippets } from '../documents/snippet-folder.ts';
import { docExamples, isOfRunner, saveExample } from './doc-examples.ts';

// The tests of these examples become tests of this file. Those of Playwright need its own runner.
const area = clearSnippets('runner-reference');
const examples = docExamples.filter((one) => isOfRunner(one) && !one.code.includes('emulator/playwright'));

for (const example of examples)
  await import(/* @vite-ignore */ saveExample(`${area}${example.place.replace(/\W+/g, '-')}/`, example));
