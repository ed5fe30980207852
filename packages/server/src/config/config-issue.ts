import { type Issue, shown } from '@messaging-service/contract';
import { findNodeAtLocation, type JSONPath, type Node } from 'jsonc-parser';

/** The file that an issue is about. */
export interface Source {
  readonly value: unknown;
  readonly name: string;
  /** The syntax tree and the text of a JSON file. */
  readonly root?: Node | undefined;
  readonly text?: string | undefined;
}

/** Values longer than this are cut in messages. */
const LONGEST_VALUE = 80;
const SECRETS = /(^|\.)(apiKey|controlToken|mo_webhook_secret)$/;

/** Describes an issue with its value and its place. The second line is one that editors and terminals can open. */
export function describeIssue({ path, message }: Issue, source: Source): string {
  const { name, root, text } = source;
  const names = path === '' ? [] : path.split('.');
  const value = valueAt(source.value, names);
  const [problem = '', hint] = message.split('; did you mean ');
  const subject = path || 'The configuration';
  const got = hint === undefined && !/is not a known field|; got /.test(problem) ? gotten(path, value) : '';
  const sentence = `${subject} ${problem}${got} in ${name}.${hint === undefined ? '' : ` Did you mean ${hint}`}`;
  if (root === undefined || text === undefined) return sentence;
  return `${sentence}\n  at ${name}:${placeOf(text, nearestNode(root, names).offset)}`;
}

/** The line and the column of an offset, such as `3:14`: both from 1, as editors count. */
export function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

function gotten(path: string, value: unknown): string {
  if (value === undefined) return '';
  if (SECRETS.test(path)) return '; got a value that is not shown because it is a secret';
  const text = shown(value);
  return `; got ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
}

function valueAt(value: unknown, names: readonly string[]): unknown {
  return names.reduce(
    (holder, name) => (holder as Record<string, unknown> | null | undefined)?.[name],
    value,
  );
}

/** The node at a path, or of its nearest parent when a member is missing. */
function nearestNode(root: Node, names: readonly string[]): Node {
  const path: JSONPath = names.map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return root;
}
