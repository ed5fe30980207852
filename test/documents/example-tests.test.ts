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

// MSW supports one server at a time. That of the emulator's fixture exists from its first use to the end of this file. So
// examples that set up their own server come first, in a `describe` that closes it. Fixtures can only be created at the
// top level.
const [own, others] = [true, false].map((own) =>
  files.filter(({ fence }) => fence.text.includes('setupServer(') === own),
);
for (const file of own ?? []) describe(file.fence.name ?? '', () => load(file));
for (const file of others ?? []) await load(file);

async function load({ document, fence }: (typeof files)[number]): Promise<void> {
  await import(/* @vite-ignore */ `${saveFiles(area, document, `${fence.line}`)}${fence.name}`);
}
