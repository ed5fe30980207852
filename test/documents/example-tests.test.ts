import { describe } from 'vitest';
import { documents } from './document.ts';
import { planSteps } from './plan.ts';
import { clearSnippets, saveFiles } from './snippet-folder.ts';

const area = clearSnippets('tests');

const files = documents.flatMap((document) =>
  planSteps(document)
    .filter(({ kind }) => kind === 'tests')
    .map(({ fence }) => ({ document, fence })),
);

// MSW intercepts for one server at a time. The one of the emulator's fixture is there from its first use to the end of
// this file, so those that set up their own come before it, and end theirs with the `describe` they are put into. A
// fixture, on the other hand, can be made at the top level only.
const [own, others] = [true, false].map((own) =>
  files.filter(({ fence }) => fence.text.includes('setupServer(') === own),
);
for (const file of own ?? []) describe(file.fence.name ?? '', () => load(file));
for (const file of others ?? []) await load(file);

async function load({ document, fence }: (typeof files)[number]): Promise<void> {
  await import(/* @vite-ignore */ `${saveFiles(area, document, `${fence.line}`)}${fence.name}`);
}
