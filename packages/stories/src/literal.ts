import { APP } from './story.ts';

/** The longest line that a value may make. */
const WIDTH = 100;

/** How strings with an address of the application's server are written. */
export type WriteAppUrl = (path: string) => string;

/** Members whose value is an address. The text of a message may look like one, too. */
const ADDRESSES: ReadonlySet<string> = new Set(['callback', 'url', 'mo_webhook_url']);

/**
 * A value of JSON as an expression of JavaScript, in one line if it fits.
 *
 * @param indent - The spaces before the line in which it begins.
 * @param appUrl - Writes the addresses of the application's server. Default: as text.
 */
export function literal(value: unknown, indent = 0, appUrl?: WriteAppUrl, name = ''): string {
  if (typeof value === 'string') return text(value, name, appUrl);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const parts = (inner: number) =>
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) =>
        isList ? literal(member, inner, appUrl) : `${keyOf(key)}: ${literal(member, inner, appUrl, key)}`,
      );
  const short = parts(indent);
  if (short.length === 0) return open + close;
  const space = isList ? '' : ' ';
  const line = `${open}${space}${short.join(', ')}${space}${close}`;
  if (indent + line.length <= WIDTH && !line.includes('\n')) return line;
  const pad = ' '.repeat(indent + 2);
  const lines = parts(indent + 2).map((part) => `${pad}${part},\n`);
  return `${open}\n${lines.join('')}${' '.repeat(indent)}${close}`;
}

function text(value: string, name: string, appUrl: WriteAppUrl | undefined): string {
  if (appUrl === undefined || !ADDRESSES.has(name) || !value.startsWith(`${APP}/`)) return quoted(value);
  return appUrl(value.slice(APP.length));
}

/**
 * A text in single quotes. What an editor, a terminal or a page would not show as it is, such as line separators, signs that
 * change the direction of writing and halves of surrogate pairs, is escaped.
 */
export function quoted(value: string): string {
  const inner = JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(/\\"|'/g, (sign) => (sign === "'" ? "\\'" : '"'))
    .replaceAll(/<(?=\/|!--)/g, '<\\')
    // A joiner is a part of emoji, and of words in some scripts.
    .replaceAll(/(?![\u200c\u200d])[\p{Cf}\u2028\u2029\u007f-\u009f]/gu, escaped);
  return `'${inner}'`;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}

function keyOf(name: string): string {
  // As a plain name it would set the prototype.
  if (name === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
