import type { Explanation } from './explain-mismatch.ts';
import type { Finding } from './inspect-headers.ts';
import { printable, printableByte } from './printable.ts';
import { MAX_SEARCHED_BYTES } from './search-byte.ts';

/**
 * Describes an explanation.
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
        note('The body is right. The secret is not: correct it where it is stored.'),
      ];
    case 'environment':
    case 'timestamp':
      return [
        bad(`matches if the ${explanation.altered} header is ${printable(explanation.signed)}`),
        note('Secret and body are right. Something changed the header on the way.'),
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
          'The secret is right. Something changed the body on the way: capture the bytes as they are received.',
        ),
      ];
    }
    case 'secret-or-header':
      return [
        bad('does not match the body as it was sent either'),
        note("The body is not the cause: the secret is not the account's, or a signing header was changed."),
      ];
    case 'unknown':
      return [
        bad('matches no variant of the request'),
        note(
          `Either the secret is not the account's, or the body was changed in a way that this command does not know${
            explanation.isSearched
              ? ''
              : ` (changes of single bytes are searched in bodies up to ${MAX_SEARCHED_BYTES} bytes)`
          }. To find out, pass the body as it was sent with --sent.`,
        ),
      ];
  }
}
