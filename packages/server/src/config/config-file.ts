import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { decodeFile, UsageError } from '@messaging-service/command-line';
import type { EmulatorConfig } from '@messaging-service/emulator';
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { validateConfig } from './config-check.ts';
import { describeIssue, placeOf } from './config-issue.ts';

const NAME = 'messaging-emulator.config';
const EXTENSIONS = ['.ts', '.mts', '.js', '.mjs', '.json', '.jsonc'];

/**
 * Finds the configuration of a folder.
 *
 * @throws {UsageError} when there are several, because it is unclear which one counts.
 */
export function findConfig(folder: string): string | undefined {
  const found = EXTENSIONS.map((extension) => `${NAME}${extension}`).filter((name) =>
    existsSync(join(folder, name)),
  );
  if (found.length > 1)
    throw new UsageError(
      `There are several configurations: ${found.join(', ')}. Keep one, or pass --config.`,
    );
  return found[0] === undefined ? undefined : join(folder, found[0]);
}

/**
 * Reads and checks a configuration. See EMU-20.
 *
 * @param file - The file as the caller named it.
 * @throws {UsageError} when it cannot be read or is not valid.
 */
export async function readConfig(file: string): Promise<EmulatorConfig> {
  const isModule = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'].includes(extname(file));
  const { value, root, text } = isModule ? await importModule(file) : readJson(file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(
      `${file} does not contain ${isModule ? 'an object as its default export' : 'a JSON object'}.`,
    );
  const checked = validateConfig(value);
  if (checked.ok) return withAbsoluteState(checked.value, file);
  const name = basename(file);
  throw new UsageError(
    checked.issues.map((issue) => describeIssue(issue, { value, root, text, name })).join('\n'),
  );
}

/** The path of a state file is relative to the folder of the configuration, wherever the command is started. */
function withAbsoluteState({ server, ...options }: EmulatorConfig, file: string): EmulatorConfig {
  if (server?.state === undefined) return { ...options, server };
  return { ...options, server: { ...server, state: resolve(dirname(file), server.state) } };
}

/** The content of a file, with its syntax tree where it is JSON. */
interface Content {
  readonly value: unknown;
  readonly root?: Node | undefined;
  readonly text?: string | undefined;
}

function readJson(file: string): Content {
  const text = readText(file);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const problem = error === undefined ? 'it is empty' : sentenceOf(printParseErrorCode(error.error));
    throw new UsageError(`${file}:${placeOf(text, error?.offset ?? 0)} is not valid JSON: ${problem}.`);
  }
  return { value: getNodeValue(root), root, text };
}

/** Editors and PowerShell write other encodings on Windows. */
function readText(file: string): string {
  try {
    return decodeFile(`--config ${file}`, readFileSync(file)).toString();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--config ${file} cannot be read: ${(error as Error).message}`);
  }
}

/** `CommaExpected` as `comma expected`. */
function sentenceOf(code: string): string {
  return code
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase());
}

async function importModule(file: string): Promise<Content> {
  readText(file);
  if (/\.[mc]?ts$/.test(file) && process.features.typescript === false)
    throw new UsageError(
      `${file} is TypeScript, which Node ${process.versions.node} does not read. Use Node 22.18 or later, or a .mjs or .jsonc file.`,
    );
  try {
    const module = (await import(pathToFileURL(resolve(file)).href)) as { readonly default?: unknown };
    return { value: await module.default };
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${(error as Error).message}`);
  }
}
