import type { Issue } from '@messaging-service/contract';
import { isText } from '../call/values.ts';
import type { Match } from '../call/write-request.ts';
import type { SentMessage, SentMessages } from './sent-message.ts';

/** What a message of a request can be recognized by. */
export interface Recognizable {
  readonly id: string | undefined;
  readonly to: unknown;
}

/** What a message of a response can be recognized by. None of it is certain, because it may be missing or of another type. */
type Returned = Readonly<Partial<Record<'id' | 'messageUuid' | 'to', unknown>>>;

/**
 * Assigns the messages of a response to those of its request: by the identifier that the service returns, then by recipient
 * and order. A response in which a message belongs to none of the request is unfit, because recording the identifiers of
 * another message would be worse than an unknown outcome.
 */
export function matchMessages(response: SentMessages, sent: readonly Recognizable[]): Match<SentMessages> {
  const returned = response.messages;
  if (returned.length !== sent.length)
    return {
      value: response,
      unfit: [
        {
          path: 'messages',
          message: `must have ${sent.length} items, one for each message of the request, not ${returned.length}`,
        },
      ],
    };
  const places = placeMessages(returned, sent);
  const unfit = returned.flatMap((_, i): Issue[] =>
    places[i] === undefined
      ? [{ path: `messages.${i}`, message: 'belongs to none of the messages that were sent' }]
      : [],
  );
  if (unfit.length > 0) return { value: response, unfit };
  if (places.every((place, i) => place === i)) return { value: response };
  const messages: SentMessage[] = [];
  for (const [i, place] of places.entries()) messages[place as number] = returned[i] as SentMessage;
  return {
    value: { ...response, messages },
    mismatches: [{ path: 'messages', message: 'are not in the order of the request' }],
  };
}

/** Returns the position in the request of each returned message; undefined for one that belongs to none. */
function placeMessages(
  returned: readonly Returned[],
  sent: readonly Recognizable[],
): readonly (number | undefined)[] {
  const open = new Set(sent.keys());
  const take = (position: number | undefined) =>
    position !== undefined && open.delete(position) ? position : undefined;
  const positions = new Map(sent.map(({ id }, position) => [id?.toLowerCase(), position]));
  const byId = returned.map((message) => {
    const id = idsOf(message).find((one) => positions.has(one));
    return id === undefined ? undefined : take(positions.get(id));
  });
  const byNumber = byId.map((place, i) => place ?? take(findNumber(returned[i]?.to, open, sent)));
  // Only the order is left for a service that returns neither identifiers nor recipients.
  const inOrder = open.values();
  return byNumber.map(
    (place, i) => place ?? (returned[i]?.to === undefined ? inOrder.next().value : undefined),
  );
}

/** Finds the first message that goes to a number. In the usual case it is the first of all. */
function findNumber(
  to: unknown,
  open: ReadonlySet<number>,
  sent: readonly Recognizable[],
): number | undefined {
  if (to === undefined) return undefined;
  for (const position of open) if (digitsOf(to) === digitsOf(sent[position]?.to)) return position;
  return undefined;
}

/** The identifiers of a returned message. The service may give a message that has an `id` another `messageUuid`. */
function idsOf({ id, messageUuid }: Returned): string[] {
  return [id, messageUuid].filter(isText).map((one) => one.toLowerCase());
}

/** The digits of a phone number, which may be written with a plus, zeros or spaces. */
function digitsOf(number: unknown): string {
  return String(number).replace(/\D/g, '').replace(/^0+/, '');
}
