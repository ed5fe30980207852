import type { Change } from './change.ts';
import { isNew, isRefusal, isReworded, says, startsWith, withoutCount, withoutSpaces } from './kinds.ts';

/** A kind of difference that a changeset names. */
export interface Expected {
  /** Operations and places, such as `GET /messages .body.messages[].fault`. */
  readonly place: RegExp;
  /** Which changes of these places; default: all. */
  readonly when?: (change: Change) => boolean;
  /** A file of `.changeset`. */
  readonly changeset: string;
  readonly reason: string;
}

/** Facts that the service after does not record (reasons.md). The others of a stream are compared. */
export const GONE_FACTS: readonly string[] = ['webhook-requeued'];

/**
 * Operations after which the histories part, so that both services continue from before the call. An attempt by hand is
 * additional; before, it took the place of a planned one (reasons.md).
 */
export const PARTING: readonly string[] = ['POST /webhooks/{id}/resend'];

/** Differences since the last release, by kind. After a release, the list is empty. */
export const EXPECTED: readonly Expected[] = [
  {
    place: /^GET \/accounts\/\{id\}\/(ledger \.|entries gone$)/u,
    changeset: 'one-ledger.md',
    reason: 'the ledger is one list, in place of two',
  },
  {
    place: /^other OPTIONS \.(headers\.allow|body\.error\.message)$/u,
    when: ({ before, after }) => JSON.stringify(before).replace('DELETE, ', '') === JSON.stringify(after),
    changeset: 'house-of-packages.md',
    reason: 'paths of operations that are gone take other methods',
  },
  {
    place: / gone$/u,
    changeset: 'house-of-packages.md',
    reason: 'operations that repeated those of the public API, and the walk over all objects',
  },
  {
    place:
      /^(GET|POST) \/requests(\/\{id\}(\/replay)?)? \.body\.(destinations|(message|batch|account)Uuids)$/u,
    when: isNew,
    changeset: 'house-of-packages.md',
    reason: 'a request names the objects that it is about',
  },
  {
    place: /^GET \/openapi\.json \.body/u,
    changeset: 'openapi-documents.md',
    reason: 'the document has other texts, and describes what is new',
  },
  {
    place: /\.(fault|decidedBy)$/u,
    when: isNew,
    changeset: 'reasons.md',
    reason: 'objects and facts say which fault hit them and what decided their outcome',
  },
  {
    place: /\.byHand$/u,
    when: ({ before, after }) => before === undefined && after === true,
    changeset: 'reasons.md',
    reason: 'attempts by hand are marked',
  },
  {
    place: /^GET \/snapshot \.body\.(version|checksum|agenda\[\]\[\]\[\]\.after)$/u,
    changeset: 'reasons.md',
    reason: 'snapshots have version 7',
  },
  {
    place: /^PUT \/snapshot \.body\.error\./u,
    when: says('must be 7 or 6'),
    changeset: 'reasons.md',
    reason: 'snapshots have version 7',
  },
  {
    place: /(\.mark|\.releasedSeq|\/handsets .*\.seq)$/u,
    when: ({ before, after }) => before === undefined || startsWith(before, after),
    changeset: 'control-api.md',
    reason: 'a mark is a position alone, and phones have one',
  },
  {
    place: /^POST \/webhooks\/\{id\}\/resend \.body\.(response|result\.body)\.state$/u,
    when: ({ before, after }) => before === 'pending' || after === 'pending',
    changeset: 'reasons.md',
    reason: 'an attempt by hand does not open a delivery that has ended',
  },
  {
    place: /^GET \/overview \.body\.((failed|webhooks)\[\]\.advice|unreported|refused.*)$/u,
    changeset: 'reasons.md',
    reason: 'failures have a remedy, and refused calls are counted by what did it',
  },
  {
    place: /\.(error\.message|responseBody)$/u,
    when: ({ before, after }) => String(after).replace(/ Did you mean \S+\?/u, '') === before,
    changeset: 'reasons.md',
    reason: 'an unknown path gets the nearest one',
  },
  {
    place: /^GET \/requests\/\{id\}\/code \.body\.test$/u,
    when: ({ after }) => after === undefined,
    changeset: 'stories-of-requests.md',
    reason: 'the test of a request is a story',
  },
  {
    place: /^GET \/requests\/\{id\}\/code \.body\.sdk$/u,
    when: ({ before, after }) => withoutSpaces(before) === withoutSpaces(after),
    changeset: 'stories-of-requests.md',
    reason: 'a short call has one line',
  },
  {
    place: /^GET \/requests\/\{id\}\/code \.body\.curl$/u,
    changeset: 'inspector.md',
    reason: 'a request that is copied as curl is exactly the recorded one',
  },
  {
    place: /\.error\.(message|issues\[\]\.message)$/u,
    when: ({ before, after }) => String(after).replace(', during', '') === before,
    changeset: 'inspector.md',
    reason: 'lists have the filter during:',
  },
  {
    place: /^GET \/jobs \.body\.jobs\[\]\.(does|accountUuid|text|to|name|attempt)$/u,
    when: ({ before, after }) => before === undefined || after === undefined,
    changeset: 'jobs-in-words.md',
    reason: 'a job says what it will do',
  },
  {
    place: /^(receiptCodes\.list \.body\[\]|GET \/requests\/\{id\} \.body\.responseBody)$/u,
    when: says('The message expired'),
    changeset: 'validity.md',
    reason: 'the receipt code 32',
  },
  {
    place: /^(GET|PUT) \/carrier \.body\.optOut$/u,
    when: isNew,
    changeset: 'phone-numbers.md',
    reason: 'the network can act on STOP',
  },
  {
    place: /^PUT \/carrier \./u,
    when: (change) => isRefusal({ ...change, after: change.before, before: change.after }),
    changeset: 'phone-numbers.md',
    reason: 'rules take numbers in any notation',
  },
  {
    place: /^PUT \/carrier \.body\.error\./u,
    when: ({ before, after }) => after === undefined || withoutCount(before) === withoutCount(after),
    changeset: 'phone-numbers.md',
    reason: 'rules take numbers in any notation, so a change has fewer problems',
  },
  {
    place: /^POST \/inbound \./u,
    when: ({ before, after }) => before !== 200 && after !== 500,
    changeset: 'phone-numbers.md',
    reason: 'a reply without `to` belongs to the latest message',
  },
  {
    place: /^GET \/messages(\/wait)? \./u,
    when: isRefusal,
    changeset: 'vacuous-filters.md',
    reason: 'a filter that no message can meet is refused',
  },
  {
    place: /^GET \/messages(\/wait)? \.body\.error\./u,
    when: ({ before, after }) =>
      before === undefined || says('nothing is sent to')({ place: '', before, after }) || after === 'to',
    changeset: 'vacuous-filters.md',
    reason: 'a filter that no message can meet is refused, also beside another problem',
  },
  {
    place: /^GET \/messages\/wait \.body\.code$/u,
    when: isNew,
    changeset: 'test-runners.md',
    reason: 'a wait returns the one-time code',
  },
  {
    place: /^webhooks \[\]\.headers\.(pragma|cache-control)$/u,
    when: ({ before, after }) => before === undefined && after === 'no-cache',
    changeset: 'uncached-requests.md',
    reason: 'webhooks are not cached',
  },
  {
    place: /^GET \/handsets \.body\.handsets(\.order|\[\])$/u,
    changeset: 'control-api-lists.md',
    reason: 'of several phones of one batch, the last one is first',
  },
  {
    place: /^GET \/handsets\/\{id\} \.body\.lines\[\]\.webhook$/u,
    when: isNew,
    changeset: 'control-api-lists.md',
    reason: 'a message from a phone has its webhook',
  },
  {
    place: /^GET \/messages\/\{id\}\/timeline \.body\.steps\.order$/u,
    when: ({ after }) => String(after).startsWith('requested'),
    changeset: 'control-api-lists.md',
    reason: 'a timeline begins with the request',
  },
  {
    place: /^other HEAD \./u,
    changeset: 'emulator-state.md',
    reason: 'HEAD has the response of GET without its body',
  },
  {
    place: /\.error\.(message|issues\[\]\.message)$/u,
    when: ({ before }) => says('must be an absolute http or https URL')({ place: '', before, after: '' }),
    changeset: 'phone-numbers.md',
    reason: 'a URL is refused with the reason',
  },
  {
    place: /^other GET \./u,
    changeset: 'reverse-proxy.md',
    reason: 'the address of the inspector without a slash at its end leads to the one with a slash',
  },
  {
    place: /\.(error\.(message|issues\[\]\.message)|responseBody)$/u,
    when: isReworded,
    changeset: 'messages-with-remedies.md',
    reason: 'messages in plain words',
  },
];
