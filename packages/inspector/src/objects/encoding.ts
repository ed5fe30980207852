import { countUnits } from '@messaging-service/contract';
import { visible } from '@messaging-service/text';
import { count } from '../format.ts';

/** Characters that are named. */
const NAMED = 5;

/** The encoding of a text, with the characters that make the whole text UCS-2. */
export function encodingText(text: string): string {
  const { encoding } = countUnits(text);
  if (encoding !== 'UCS-2' || text === '') return encoding;
  const found = [...new Set(text)].filter((character) => countUnits(character).encoding === 'UCS-2');
  const rest = found.length > NAMED ? ` and ${count(found.length - NAMED)} more` : '';
  return `UCS-2 because of ${found
    .slice(0, NAMED)
    .map((character) => visible(character))
    .join(' ')}${rest}`;
}
