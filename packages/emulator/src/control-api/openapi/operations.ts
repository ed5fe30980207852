import {
  createAccountResponseSchema,
  editAccountResponseSchema,
  statusResponseSchema,
  uuidSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { carrierSettingsSchema } from '../../runtime/options/options-check.ts';
import * as answers from './answers.ts';

/** The description of a row of the control API, in addition to its schemas. */
export interface Description {
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** The response to a call that succeeds; undefined for any content, such as a snapshot. */
  readonly answer?: z.ZodMiniType | undefined;
  /** Further statuses of a call that succeeds. */
  readonly statuses?: readonly number[] | undefined;
  /** Error codes of refusals, in addition to `invalid_request`. */
  readonly refusals?: readonly (keyof typeof REFUSALS)[] | undefined;
}

type Tag = keyof typeof TAGS;

/** Groups of calls. */
export const TAGS = {
  server: 'The server and its sandboxes.',
  clock: 'The time of the emulated service.',
  state: 'The whole state: resets, snapshots, marks and events.',
  messages: 'Messages, the carrier and handsets.',
  accounts: 'Organizations, sender IDs and notifications, which the public API cannot create.',
  webhooks: 'Webhook deliveries and their attempts.',
  faults: 'Simulated failures of the public API, and webhooks with other payloads.',
  inspector: 'The calls that the inspector makes.',
} as const;

/** Refusals by their status. */
export const REFUSALS = {
  not_found: 404,
  wait_timeout: 408,
  advance_stopped: 409,
  conflict: 409,
  unavailable: 503,
} as const;

const describe = (
  tag: Tag,
  id: string,
  summary: string,
  answer?: z.ZodMiniType,
  more: Pick<Description, 'refusals' | 'statuses'> = {},
): Description => ({ id, tag, summary, answer, ...more });

const missing = { refusals: ['not_found'] } as const;
const { inspectorAnswers: lists } = answers;

/** The descriptions, by method and path. */
export const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  'GET /health': describe(
    'server',
    'getHealth',
    'Returns the status of the server and what identifies this run of it. The status is 503 while changes cannot be kept.',
    answers.healthAnswer,
    { statuses: [503] },
  ),
  'GET /credentials': describe(
    'server',
    'getCredentials',
    'Returns the keys and sender IDs that exist from the start.',
    answers.credentialsAnswer,
  ),
  'GET /clock': describe(
    'clock',
    'getClock',
    'Returns the current time of the emulator. Responds during an advance as well.',
    answers.clockAnswer,
  ),
  'POST /clock/advance': describe(
    'clock',
    'advanceClock',
    'Moves time forward, by a duration or to an instant. Responds when everything that becomes due has run and its webhook attempts have ended. With `undoable`, the state from before is kept, so that the move can be undone. If it is stopped or reaches a limit, the response is 409 with what it visited and what took the time, and the clock stays at the instant that was reached.',
    answers.advancedAnswer,
    { refusals: ['advance_stopped'] },
  ),
  'GET /clock/advance': describe(
    'clock',
    'getAdvance',
    'Describes the advance that is running: its present instant, and what it waits for.',
    answers.runningAnswer,
  ),
  'DELETE /clock/advance': describe(
    'clock',
    'stopAdvance',
    'Ends the advance that is running at its present instant, and responds when it has ended. The call that made it gets 409.',
    answers.clockAnswer,
  ),
  'GET /clock/moves': describe(
    'inspector',
    'listMoves',
    'Lists the moves of the clock that can be undone, the latest first. At most ten are kept, with at most 64 MiB of snapshots.',
    answers.movesAnswer,
  ),
  'POST /clock/moves/{id}/undo': describe(
    'inspector',
    'undoMove',
    'Restores the state from before a move. Moves after it are undone as well. A clock that follows the machine continues with the time that has passed since.',
    answers.clockAnswer,
    { refusals: ['not_found', 'conflict'] },
  ),
  'POST /clock/next': describe(
    'clock',
    'advanceToNextJob',
    'Moves time forward to the next due job.',
    answers.movedAnswer,
  ),
  'POST /settle': describe(
    'clock',
    'settle',
    'Runs what is due now and waits until no webhook attempt is running.',
    answers.movedAnswer,
  ),
  'GET /mark': describe(
    'state',
    'getMark',
    'Returns the current position in the history, for `since`.',
    z.strictObject({ mark: z.string() }),
  ),
  'POST /reset': describe(
    'state',
    'reset',
    'Returns to the initial configuration, with the same keys. Identifiers are new (`fresh`, the default) or start over (`repeat`).',
    answers.healthAnswer,
  ),
  'GET /snapshot': describe('state', 'getSnapshot', 'Returns the complete state, as one JSON document.'),
  'PUT /snapshot': describe(
    'state',
    'restoreSnapshot',
    'Continues from a snapshot, which is the body.',
    answers.healthAnswer,
    { refusals: ['conflict'] },
  ),
  'POST /organizations': describe(
    'accounts',
    'createOrganization',
    'Creates an organization.',
    answers.organizationAnswer,
  ),
  'POST /accounts/{id}/senders': describe(
    'accounts',
    'registerSender',
    'Adds a custom sender ID to an account. The status is 200 if the account already owns it.',
    z.strictObject({ sender: z.string() }),
    { refusals: ['not_found', 'conflict'], statuses: [200] },
  ),
  'PUT /shared-senders': describe(
    'accounts',
    'setSharedSenders',
    'Replaces the pool of shared sender IDs. Locks stay.',
    z.strictObject({ senders: z.array(z.string()) }),
    { refusals: ['conflict'] },
  ),
  'POST /accounts/{id}/notifications': describe(
    'accounts',
    'createNotification',
    'Creates a credit notification.',
    z.strictObject({ notification_uuid: uuidSchema }),
    missing,
  ),
  'POST /inbound': describe(
    'messages',
    'receiveInbound',
    'Sends a message from a handset to a sender ID. Returns the payload of the webhook.',
    answers.inboundAnswer,
    missing,
  ),
  'GET /messages': describe(
    'messages',
    'listMessages',
    'Lists messages, oldest first, in pages.',
    answers.messagesAnswer,
  ),
  'GET /messages/wait': describe(
    'messages',
    'waitForMessage',
    'Returns the latest message that matches, or the next one as soon as it is queued.',
    answers.awaitedAnswer,
    { refusals: ['not_found', 'wait_timeout', 'unavailable'] },
  ),
  'POST /messages/{id}/deliver': describe(
    'messages',
    'deliverMessage',
    'Marks a queued or sent message delivered.',
    answers.messageAnswer,
    { refusals: ['not_found', 'conflict'] },
  ),
  'POST /messages/{id}/fail': describe(
    'messages',
    'failMessage',
    'Marks a queued or sent message failed.',
    answers.messageAnswer,
    { refusals: ['not_found', 'conflict'] },
  ),
  'PUT /carrier': describe(
    'messages',
    'setCarrier',
    'Sets the default for numbers without a rule. With `rules`, also replaces the rules, which override the test numbers.',
    carrierSettingsSchema,
  ),
  'GET /webhooks': describe(
    'webhooks',
    'listWebhooks',
    'Lists webhook deliveries with their attempts, oldest first, in pages.',
    answers.deliveriesAnswer,
  ),
  'POST /faults': describe(
    'faults',
    'addFault',
    'Makes the next matching calls of the public API fail, or changes the payload of the next webhooks of a kind.',
    z.strictObject({ id: z.string() }),
    { refusals: ['conflict'] },
  ),
  'GET /faults': describe(
    'faults',
    'listFaults',
    'Lists the faults with their hits, including those that are used up.',
    answers.faultsAnswer,
  ),
  'DELETE /faults': describe('faults', 'clearFaults', 'Removes all faults.', answers.emptyAnswer),
  'DELETE /faults/{id}': describe('faults', 'removeFault', 'Removes one fault.', answers.emptyAnswer),
  'GET /sandboxes': describe(
    'server',
    'listSandboxes',
    'Lists the sandboxes, oldest first.',
    z.strictObject({ sandboxes: z.array(answers.sandboxAnswer) }),
  ),
  'GET /followers': describe(
    'clock',
    'listFollowers',
    'Lists the applications that follow the clock.',
    answers.followersAnswer,
  ),
  'POST /followers': describe(
    'clock',
    'joinAsFollower',
    'Announces an application that follows the clock. Moves of time wait for it as soon as it has opened its stream of events. With `ahead`, it can visit instants without an event for each.',
    answers.followerAnswer,
  ),
  'DELETE /followers/{id}': describe(
    'clock',
    'leaveAsFollower',
    'Removes an application that follows the clock.',
    answers.emptyAnswer,
    missing,
  ),
  'GET /followers/{id}/events': describe(
    'clock',
    'followClock',
    'Streams an event `clock` for each instant that the application must reach, with the members `tick`, `now`, `mode`, `until` and `jump`. The application first sets its clock to `now`. With `jump`, time was replaced, and timers keep the time that was left. Without it, the timers that are due run. Then the application reports the `tick`: immediately when `until` is `set`, and when it has finished the work that its timers started when `until` is `quiet`. An event with `upTo` allows an application that joined with `ahead` to visit the instants of its own timers up to that one before it reports. An event whose `until` is `halt` ends that: the application reports its time immediately, does not change its clock, and stays at the instant. The end of the stream removes the application.',
    undefined,
    missing,
  ),
  'POST /followers/{id}/reached': describe(
    'clock',
    'reportInstantReached',
    'Reports that the application has reached the instant of an event, and when its next timer is due. With `tick` 0, it reports at any time that a timer was set, or that it is still busy: the emulator waits at most 10 seconds for a report. `requests` is the number of requests and queries it has made since its last report. If there were any, the other applications are asked again. A request can contain any number of reports, each in a line of its own. It can stay open, because each report takes effect when its line arrives; an empty line keeps the connection alive. 404 means that the emulator has removed the application, which must join again.',
    answers.emptyAnswer,
    missing,
  ),
  'POST /sandboxes': describe(
    'server',
    'createSandbox',
    'Creates a service beside the default one, with its own state, clock, seed and keys.',
    answers.sandboxAnswer,
    { refusals: ['conflict'] },
  ),
  'GET /sandboxes/{id}': describe(
    'server',
    'getSandbox',
    'Returns one sandbox.',
    answers.sandboxAnswer,
    missing,
  ),
  'DELETE /sandboxes/{id}': describe(
    'server',
    'deleteSandbox',
    'Deletes a sandbox. Its keys are then unknown.',
    answers.emptyAnswer,
    missing,
  ),
  'GET /jobs': describe('inspector', 'listJobs', 'Lists pending jobs, the next due first.', lists.jobs),
  'GET /overview': describe(
    'inspector',
    'getOverview',
    'Counts failures: failed messages by code, refused calls by error, webhooks without status 200 by receiver, and accounts that run out of credits.',
    lists.overview,
  ),
  'GET /carrier': describe('inspector', 'getCarrier', 'Returns the settings of the carrier.', lists.carrier),
  'GET /receipt-codes': describe(
    'inspector',
    'listReceiptCodes',
    'Lists receipt codes and their meanings.',
    lists.codes,
  ),
  'GET /handsets': describe(
    'inspector',
    'listHandsets',
    'Lists handsets, those with the latest activity first.',
    lists.handsets,
  ),
  'GET /handsets/{id}': describe(
    'inspector',
    'getConversation',
    'Returns the messages of one handset.',
    lists.conversation,
  ),
  'GET /messages/{id}': describe(
    'inspector',
    'getMessage',
    'Returns one message.',
    answers.messageAnswer,
    missing,
  ),
  'GET /messages/{id}/timeline': describe(
    'inspector',
    'getTimeline',
    'Returns everything that happened to a message, in order of time: its request, credits, hand-over, receipt, webhook attempts and replies.',
    lists.timeline,
    missing,
  ),
  'GET /batches/{id}': describe(
    'inspector',
    'getBatch',
    'Returns the values that the messages of a batch share, and how many of them were delivered.',
    lists.batch,
    missing,
  ),
  'DELETE /batches/{id}': describe(
    'inspector',
    'cancelBatch',
    'Cancels a pending batch without a key.',
    z.strictObject({ identifier: uuidSchema }),
    { refusals: ['not_found', 'conflict'] },
  ),
  'GET /webhooks/{id}': describe(
    'inspector',
    'getWebhook',
    'Returns one delivery with its body, byte for byte, and the responses to its attempts.',
    answers.wholeDeliveryAnswer,
    missing,
  ),
  'POST /webhooks/{id}/resend': describe(
    'inspector',
    'resendWebhook',
    'Makes one more attempt at a delivery now, even if it is pending. With a `url` or a `payload`, a new delivery with these changes is sent instead.',
    answers.deliveryAnswer,
    missing,
  ),
  'POST /webhooks/{id}/verify': describe(
    'inspector',
    'verifyWebhook',
    'Compares the signature of an attempt, by default the latest one, with the signature that a secret produces.',
    z.strictObject({ verified: z.boolean(), expected: z.nullable(z.string()) }),
    missing,
  ),
  'GET /accounts': describe(
    'inspector',
    'listAccounts',
    'Lists organizations and accounts with their keys.',
    lists.accounts,
  ),
  'POST /organizations/{id}/accounts': describe(
    'inspector',
    'createAccount',
    'Creates an account without a key.',
    createAccountResponseSchema,
    missing,
  ),
  'PATCH /accounts/{id}': describe(
    'inspector',
    'editAccount',
    'Edits an account without a key.',
    editAccountResponseSchema,
    missing,
  ),
  'POST /accounts/{id}/topup': describe(
    'inspector',
    'topUpAccount',
    'Tops up an account without a key.',
    statusResponseSchema,
    { refusals: ['not_found', 'conflict'] },
  ),
  'GET /accounts/{id}/ledger': describe(
    'inspector',
    'getLedger',
    'Returns the credits of an account over time: all of them or, with the `cursor` of an earlier response, only what came after it.',
    lists.ledger,
    missing,
  ),
  'GET /accounts/{id}/entries': describe(
    'inspector',
    'listEntries',
    'Lists the changes of the credits of an account, each with its batch.',
    lists.entries,
    missing,
  ),
  'GET /accounts/{id}/locks': describe(
    'inspector',
    'listLocks',
    'Lists the shared sender IDs that are locked to an account.',
    lists.locks,
    missing,
  ),
  'GET /related': describe(
    'inspector',
    'listRelated',
    'Lists the objects that an object is related to: requests, batches, messages, phones, accounts, changes of credits, webhooks and pending jobs.',
    answers.relatedAnswer,
    missing,
  ),
  'GET /requests': describe(
    'inspector',
    'listRequests',
    'Lists the latest calls of the public API.',
    lists.requests,
  ),
  'GET /requests/{id}': describe(
    'inspector',
    'getRequest',
    'Returns one call of the public API with its bodies.',
    lists.request,
    missing,
  ),
  'GET /requests/{id}/code': describe(
    'inspector',
    'getRequestCode',
    'Returns a logged call as a curl command, and where possible as a program with the client and as a test. The code contains the key of the call.',
    z.strictObject({ curl: z.string(), sdk: z.nullable(z.string()), test: z.nullable(z.string()) }),
    missing,
  ),
  'POST /requests/{id}/replay': describe(
    'inspector',
    'replayRequest',
    'Repeats a logged call of the public API with the same key. A `body` replaces the original one. Messages get new identifiers, because the service accepts each only once; `ids: "same"` keeps them. Returns the new entry of the log.',
    z.strictObject({
      id: z.int(),
      status: z.nullable(z.int()),
      errorCode: z.nullable(z.string()),
      messageUuid: z.nullable(z.string()),
    }),
    missing,
  ),
};
