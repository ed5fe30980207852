import { globSync } from 'node:fs';
import {
  type Control,
  clockControls,
  handleControls,
  serviceControls,
} from '@messaging-service/emulator/host';
import ts from 'typescript';
import { root } from '../source-paths.ts';
import { namesUsed, setupOf } from './example-names.ts';
import { read } from './pages.ts';

/** The interfaces whose doc comments have an example of each method of an emulator. */
const SOURCES = [
  ...globSync('packages/emulator/src/controls/*.ts', { cwd: root }),
  'packages/emulator/src/api.ts',
  'packages/emulator/src/emulator-members.ts',
  'packages/remote/src/client/remote-emulator.ts',
];
const CLIENT = 'packages/remote/src/client/remote-emulator.ts';

/** The methods of handles, which call controls under other names. */
const METHODS_OF_HANDLES: Readonly<Record<keyof typeof handleControls, string>> = {
  createFault: 'EmulatorControls.addFault',
  removeFault: 'FaultHandle.remove',
  reply: 'Handset.reply',
};

/** The methods of an emulator at an address that are not controls, by the operations that they call. */
const METHODS_OF_CLIENT: Readonly<Record<string, string>> = {
  createSandbox: 'RemoteEmulator.sandbox',
  streamEvents: 'RemoteEmulator.events',
};

const examples = new Map(SOURCES.flatMap(examplesIn));

/** The operations of the control API that a method of an emulator calls, each with the member of an interface that documents it. */
export const METHODS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(METHODS_OF_CLIENT),
  // Of two methods that call one operation, the first counts.
  ...[
    ...Object.entries(handleControls).map(
      named((name) => METHODS_OF_HANDLES[name as keyof typeof handleControls]),
    ),
    ...Object.entries(serviceControls).map(named(documented)),
    ...Object.entries(clockControls).map(named((name) => `ClockControls.${name}`)),
  ].toReversed(),
]);

function named(find: (name: string) => string) {
  return ([name, control]: [string, Control]) => [control.name, find(name)] as const;
}

function documented(name: string): string {
  const [place] = [...examples.keys()].filter((key) => key.endsWith(`Controls.${name}`));
  if (place === undefined) throw new Error(`The control ${name} has no example in its doc comment.`);
  return place;
}

/** A program that makes a call of the control API with the method of an emulator; undefined if no method makes it. */
export function controlProgramOf(operationId: string): string | undefined {
  const place = METHODS.get(operationId);
  if (place === undefined) return undefined;
  const code = examples.get(place);
  if (code === undefined) throw new Error(`${place} has no example in its doc comment.`);
  return `${beginningOf(code)}\n${code}`;
}

/** The statements of the setup of examples that an example needs. */
function beginningOf(code: string): string {
  const setup = setupOf(CLIENT);
  if (setup === undefined) throw new Error('The examples of the client have no setup.');
  const needed = new Set(namesUsed(code, setup));
  const statements = setup.code
    // Each example of the reference has a sandbox of its own, so that none affects another one.
    .replace(/await \((await connectEmulator\(.*?\))\)\.sandbox\(\)/, '$1')
    .trim()
    .split('\n')
    .toReversed()
    .filter((statement) => {
      const [declaration = '', value = ''] = statement.split(/ from | = /);
      const isNeeded = namesIn(declaration).some((name) => needed.has(name));
      if (isNeeded && statement.startsWith('const ')) for (const name of namesIn(value)) needed.add(name);
      return isNeeded || statement === '';
    });
  return `${statements.toReversed().join('\n').trim()}\n`;
}

const namesIn = (text: string) => text.match(/\b[a-z]\w+/gi) ?? [];

/** The first example of each member of an interface in a file. */
function examplesIn(source: string): (readonly [place: string, code: string])[] {
  const file = ts.createSourceFile(source, read(source), ts.ScriptTarget.Latest, true);
  return file.statements.filter(ts.isInterfaceDeclaration).flatMap((declaration) =>
    declaration.members.flatMap((member) => {
      const tag = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'example');
      const text = ts.getTextOfJSDocComment(tag?.comment) ?? '';
      const [, code] = /^```ts\n([\s\S]*?)\n```/m.exec(text) ?? [];
      const name = member.name?.getText(file) ?? '';
      return code === undefined ? [] : [[`${declaration.name.text}.${name}`, code] as const];
    }),
  );
}
