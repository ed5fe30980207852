import type { StoryForm } from '@messaging-service/emulator';
import { parseSync } from 'oxc-parser';

/** The part of a syntax tree that is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/**
 * A program once for each value that it expects, with another value there. For Playwright, which starts a process for each program
 * that fails, once for each assertion.
 */
export function wrongPrograms(form: StoryForm, text: string): string[] {
  const places = form === 'curl' ? placesInShell(text) : placesInScript(text, form === 'playwright');
  return places.map(
    ({ start, end }) => text.slice(0, start) + other(text.slice(start, end)) + text.slice(end),
  );
}

/** Where a value is. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** Calls whose last argument is what is expected. */
const EXPECTING = /^(?:toMatchObject|toBe|equalIn|rejects|equal)$/;

/** The values that the assertions of a test expect. */
function placesInScript(text: string, isLastOnly: boolean): Place[] {
  const { program, errors } = parseSync('story.test.ts', text);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return nodesIn(program)
    .filter((node) => node.type === 'CallExpression' && EXPECTING.test(nameOf(node['callee'] as Node)))
    .flatMap((call) => {
      const expected = (call['arguments'] as readonly Node[]).at(-1);
      // The first argument of `assert.rejects` is the call.
      if (expected === undefined || expected.type === 'CallExpression') return [];
      const values = valuesIn(expected).filter(({ start, end }) => !isKey(text, start, end));
      return isLastOnly ? values.slice(-1) : values;
    });
}

/** The values in an expression. Those in a template belong to it. */
function valuesIn(expected: Node): Node[] {
  return nodesIn(expected)
    .filter((node) => node.type === 'Literal' || node.type === 'TemplateLiteral' || isEmptyList(node))
    .filter(
      ({ start, end }, _, all) =>
        !all.some(
          (outer) => outer.start <= start && outer.end >= end && outer.end - outer.start > end - start,
        ),
    );
}

function isEmptyList({ type, elements }: Node): boolean {
  return type === 'ArrayExpression' && (elements as readonly unknown[]).length === 0;
}

/** A name in quotes is not a value. */
function isKey(text: string, start: number, end: number): boolean {
  return /^\s*:/.test(text.slice(end)) && /[{,]\s*$/.test(text.slice(0, start));
}

function nameOf(callee: Node): string {
  const { name } = (callee['property'] ?? callee) as { readonly name?: string };
  return name ?? '';
}

function nodesIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(nodesIn);
  if (typeof node !== 'object' || node === null) return [];
  const inner = Object.values(node).flatMap(nodesIn);
  return 'type' in node && 'start' in node ? [node as Node, ...inner] : inner;
}

/** The values of the lines that compare, and the statuses and codes of calls that are refused. */
function placesInShell(text: string): Place[] {
  const places: Place[] = [];
  let at = text.indexOf('# Your application makes');
  for (const line of text.slice(at).split('\n')) {
    if (line.startsWith('check ')) {
      for (const { index, 0: found } of line.matchAll(
        /(?<=')\[\](?=')|(?<=[:[])(?:"(?:[^"\\]|\\.|"'"\$app"'")*"|\d+|true|false|null)(?=[,}\]])/g,
      ))
        places.push({ start: at + index, end: at + index + found.length });
    }
    const refusal = /^api (?!200 )(\d+) (\w*)/.exec(line);
    if (refusal !== null) {
      places.push({ start: at + 4, end: at + 4 + (refusal[1] ?? '').length });
      if (refusal[2] !== '') places.push({ start: at + 8, end: at + 8 + (refusal[2] ?? '').length });
    }
    at += line.length + 1;
  }
  return places;
}

/** Another value, in the notation of the program. */
function other(value: string): string {
  if (/^\d+$/.test(value)) return String(Number(value) + 1);
  if (value === '[]') return '[1]';
  if (value === 'true') return 'false';
  if (value === 'false') return 'true';
  if (value === 'null') return '1';
  if (/^["'`]/.test(value)) return `${value[0]}x${value.slice(1)}`;
  return `${value}x`;
}
