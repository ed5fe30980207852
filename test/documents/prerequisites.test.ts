import { expect, test } from 'vitest';
import { type Document, documents } from './document.ts';
import { planSteps, type Step } from './plan.ts';

/** The instructions that create a project, with the client and the emulator. */
const SET_UP = 'getting-started.md#set-up-a-project';
const SET_UP_INSTALLS = ['@messaging-service/sdk', '@messaging-service/emulator'];

/** Packages that readers need besides those that an example names, by a text of the example. */
const ALSO_NEEDED: Readonly<Record<string, readonly string[]>> = {
  "'@messaging-service/emulator/vitest'": ['msw', 'vitest'],
  "'@messaging-service/emulator/playwright'": ['@playwright/test'],
  "'@messaging-service/sdk/phone'": ['libphonenumber-js'],
  'npx messaging-emulator': ['@messaging-service/emulator'],
  'npx messaging-webhooks': ['@messaging-service/webhooks'],
  'npx messaging-conformance': ['@messaging-service/conformance'],
  'npx playwright': ['@playwright/test'],
};

/** Tabs are alternatives: a reader who uses Koa has Koa. */
const textsOf = (steps: readonly Step[], ...kinds: readonly Step['kind'][]) =>
  steps.filter(({ kind, fence }) => kinds.includes(kind) && !fence.isTab).map(({ fence }) => fence.text);

/** The packages that a reader needs to run the examples of a document. */
function neededPackages(steps: readonly Step[]): string[] {
  const code = textsOf(steps, 'module', 'tests', 'file', 'commands', 'server').join('\n');
  const imported = code.matchAll(/(?:from|import) '((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[\w-]+)?'/g);
  const others = Object.entries(ALSO_NEEDED).filter(([text]) => code.includes(text));
  return [
    ...new Set([...[...imported].map(([, name = '']) => name), ...others.flatMap(([, names]) => names)]),
  ];
}

/** Whether Node itself runs an example. Test runners load ES modules in any project. */
function hasProgram(steps: readonly Step[]): boolean {
  const tests = textsOf(steps, 'tests').join('\n');
  return steps.some(
    ({ kind, fence }) => (kind === 'module' || kind === 'file') && !tests.includes(`./${fence.name}`),
  );
}

/** Whether a document leads to the instructions before its first example. */
function startsWithSetUp({ text }: Document, steps: readonly Step[]): boolean {
  const first = steps.find(({ kind }) => kind !== 'install' && kind !== 'excerpt');
  return text.split('\n', first?.fence.line).join('\n').includes(SET_UP);
}

const withExamples = documents
  .map((document) => ({ path: document.path, document, steps: planSteps(document) }))
  .filter(({ steps }) => neededPackages(steps).length > 0);

test.each(withExamples)(
  '$path starts with every package that its examples need',
  ({ path, document, steps }) => {
    const isInstalled = startsWithSetUp(document, steps) || path.endsWith('/getting-started.md');
    const installed = [
      ...textsOf(steps, 'install').join(' ').split(/\s+/),
      ...(isInstalled ? SET_UP_INSTALLS : []),
    ];
    expect(neededPackages(steps).filter((name) => !installed.includes(name))).toEqual([]);
  },
);

const guidesWithPrograms = withExamples.filter(
  ({ path, steps }) => path.startsWith('docs/guides/') && hasProgram(steps),
);

test.each(guidesWithPrograms)(
  '$path starts with a project in which Node runs ES modules',
  ({ document, steps }) => {
    const setsType = textsOf(steps, 'install').some((text) => text.includes('npm pkg set type=module'));
    expect(setsType || startsWithSetUp(document, steps)).toBe(true);
  },
);
