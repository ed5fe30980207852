import type { Explanation } from './explain-mismatch.ts';
import type { Finding } from './inspect-headers.ts';
import { printable, printableByte } from './printable.ts';
import { SEARCHED_BYTES } from './search-byte.ts';

/**
 * Puts an explanation into words.
 *
 * @param explanation - Why the signature does not match.
 */
export function describeExplanation(explanation: Explanation): readonly Finding[] {
  const bad = (text: string): Finding => ({ verdict: 'bad', text: `signature: ${text}` });
  const note = (text: string): Finding => ({ verdict: 'note', text });
  switch (explanation.altered) {
    case 'secret':
      return [
        bad(`matches the secret ${explanation.how}`),
        note('The body is as it was signed. The secret is not: correct it where it is kept.'),
      ];
    case 'environment':
    case 'timestamp':
      return [
        bad(`matches if the ${explanation.altered} header is ${printable(explanation.signed)}`),
        note('Secret and body are right. Something has altered the header on the way.'),
      ];
    case 'body': {
      const { offset, received, signed } = explanation.difference;
      return [
        bad(`matches the body ${explanation.how}`),
        {
          verdict: 'bad',
          text: `byte ${offset}: received ${printableByte(received)}, signed ${printableByte(signed)}`,
        },
        note(
          'The secret is right. Something has altered the body before it got here: keep the bytes as received.',
        ),
      ];
    }
    case 'secret-or-header':
      return [
        bad('does not match the body as it was sent either'),
        note("The body is not to blame: the secret is not the account's, or a signing header was altered."),
      ];
    case 'unknown':
      return [
        bad('matches nothing that was tried'),
        note(
          `Either the secret is not the account's, or the body was altered in a way that cannot be undone${
            explanation.isSearched
              ? ''
              : ` (single bytes are searched in bodies up to ${SEARCHED_BYTES} bytes)`
          }. The body as it was sent, given with --sent, tells which.`,
        ),
      ];
  }
}
