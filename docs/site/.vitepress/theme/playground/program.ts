import type { Emulator } from '@messaging-service/emulator';
import * as emulatorModule from '@messaging-service/emulator';
import * as sdkModule from '@messaging-service/sdk';
import * as webhooksModule from '@messaging-service/webhooks';
import { transform } from 'sucrase';
import { fetchInPage } from '../../../../../packages/server/src/in-page.ts';
import { inspect } from './inspect.ts';

/** What a program of the playground reports while it runs. */
export interface Reports {
  /** A line that the program logged. */
  readonly onLine: (text: string, isError: boolean) => void;
  /** The program has created an emulator. */
  readonly onEmulator: (emulator: Emulator) => void;
}

const MOST_LINES = 1_000;

/** A program that threw, or whose text is not a program. */
export interface Failure {
  /** The line, counted from 1, if the error has one. */
  readonly line: number | undefined;
}

/**
 * Runs a program as a module of TypeScript: it can import the packages, and wait at the top level.
 *
 * @returns Undefined, if it has succeeded.
 */
export async function runProgram(
  code: string,
  { onLine, onEmulator }: Reports,
): Promise<Failure | undefined> {
  let count = 0;
  const log =
    (isError: boolean) =>
    (...values: readonly unknown[]) => {
      count += 1;
      // A loop without an end must not fill the page.
      if (count === MOST_LINES) onLine('Further lines are not shown.', false);
      if (count >= MOST_LINES) return;
      onLine(values.map((value) => (typeof value === 'string' ? value : inspect(value))).join(' '), isError);
    };
  const output = { log: log(false), info: log(false), debug: log(false), warn: log(true), error: log(true) };
  try {
    const { code: compiled } = transform(code, {
      transforms: ['typescript', 'imports'],
      disableESTransforms: true,
      production: true,
    });
    const modules = modulesOf(onEmulator);
    const load = (name: string): unknown => {
      const module = modules[name];
      if (module === undefined)
        throw new Error(`The playground has no module "${name}". It has ${Object.keys(modules).join(', ')}.`);
      return module;
    };
    const source = `${compiled}\n//# sourceURL=${FILE}`;
    await new AsyncFunction('require', 'exports', 'console', source)(load, {}, output);
    return undefined;
  } catch (error) {
    const line = lineOf(error);
    output.error(`${inspect(error)}${line === undefined ? '' : ` (line ${line})`}`);
    return { line };
  }
}

/** The name of the program in stacks. */
const FILE = 'program.ts';

/** The lines of the function that contains the program, before its first line. */
const LINES_BEFORE = 2;

/** The compiler reports the place of a syntax error; a stack names the line that threw, or that waited for what threw. */
function lineOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { loc } = error as { loc?: { readonly line: number } };
  if (loc !== undefined) return loc.line;
  const [, line] = /\bprogram\.ts:(\d+)/.exec(error.stack ?? '') ?? [];
  return line === undefined ? undefined : Number(line) - LINES_BEFORE;
}

const AsyncFunction = (async () => {}).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<void>;

/** The packages. The page gets each emulator that a program creates, and shows the calls of its `fetch`. */
function modulesOf(onEmulator: Reports['onEmulator']): Readonly<Record<string, unknown>> {
  const createEmulator: typeof emulatorModule.createEmulator = (options) => {
    const emulator = emulatorModule.createEmulator(options);
    Object.defineProperty(emulator, 'fetch', { value: fetchInPage(emulator) });
    onEmulator(emulator);
    return emulator;
  };
  // Its keys are those of an emulator, so the page may show them.
  const createMessagingClient = (options: Parameters<typeof sdkModule.createMessagingClient>[0]) =>
    sdkModule.createMessagingClient({ allowBrowser: true, ...options });
  return {
    '@messaging-service/emulator': { ...emulatorModule, createEmulator },
    '@messaging-service/sdk': { ...sdkModule, createMessagingClient },
    '@messaging-service/webhooks': webhooksModule,
  };
}
