import { shellWord } from '@messaging-service/text';
import { APP } from './story.ts';

/** Members whose value is an address. */
const ADDRESSES: ReadonlySet<string> = new Set(['callback', 'url', 'mo_webhook_url']);

/**
 * A value as JSON in one word of a POSIX shell. The address of the application's server is the variable `app`, because a shell
 * script learns its port when it runs.
 */
export function jsonWord(value: unknown): string {
  const plain = JSON.stringify(value);
  const mark = markNotIn(plain);
  const json = JSON.stringify(value, (name, member: unknown) =>
    typeof member === 'string' && ADDRESSES.has(name) && member.startsWith(`${APP}/`)
      ? mark + member.slice(APP.length)
      : member,
  );
  return textWord(json, mark);
}

/** A text in one word of a shell, in which the variable `app` replaces a mark. */
function textWord(text: string, mark: string): string {
  return text
    .split(mark)
    .map((part) => (part === '' ? '' : shellWord(shown(part))))
    .join('"$app"');
}

/** JSON can escape what a terminal would act on, or not show. */
function shown(json: string): string {
  return json.replaceAll(/(?![\u200c\u200d])[\p{Cf}\u2028\u2029\u007f-\u009f]|<(?=\/|!--)/gu, (character) =>
    Array.from({ length: character.length }, (_, index) => {
      const unit = character.charCodeAt(index).toString(16).padStart(4, '0');
      return `\\u${unit}`;
    }).join(''),
  );
}

/** A text that does not occur in another. */
function markNotIn(text: string): string {
  let mark = '@app@';
  while (text.includes(mark)) mark += '@';
  return mark;
}
