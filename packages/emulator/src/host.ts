/**
 * The face of the service for the packages around it: its server, its remote control, the inspector and the tools. Users do not
 * have it. Each part says what it is for.
 *
 * @packageDocumentation
 */

// The service that a server serves: an emulator's, with its sandboxes, its options and its snapshots.

export { hostOf, NOT_SERVED } from './emulator.ts';
export { Core } from './runtime/core/core.ts';
export { anything, requireOptions, requirePlain } from './runtime/options/input-check.ts';
export { checkSandbox, withOptions } from './runtime/options/options-check.ts';
export { apiKeySchema, nameSchema, oneOf } from './runtime/options/values.ts';
export { type Restorable, readContent } from './runtime/snapshot/read-snapshot.ts';
export { type SnapshotContent, SnapshotError } from './runtime/snapshot/snapshot.ts';
export { type Credentials, firstAccount } from './service/credentials.ts';
export { Sandboxes } from './service/sandboxes.ts';
export { Service } from './service/service.ts';

// Requests and responses as plain data, the router, and calls in the same process.

export { Rejection } from './domain/state/rejection.ts';
export { invalidRequest, parseTarget, refuseRepeated, type Target, validOrRefused } from './http/decode.ts';
export { jsonResponse, rejectionResponse, statusOf } from './http/encode.ts';
export { parseControlJson, parseIfJson, parseText } from './http/json.ts';
export {
  bytesOf,
  type HttpRequest,
  type HttpResponse,
  MAX_BODY_BYTES,
  type StreamedResponse,
  textOfBytes,
  type Upload,
} from './http/message.ts';
export { redactHeaders, redactUrl } from './http/redact.ts';
export { Router } from './http/router.ts';
export { belowBaseUrl, createFetch, toResponse } from './in-process/fetch.ts';
export type { Reply } from './public-api/public-api.ts';
export { keepWebhooksAway, type ServerMatcher, WEBHOOK_MARK } from './runtime/webhooks/own-servers.ts';

// The table of controls, and what calls them over the network.

export { clockControls } from './controls/clock.ts';
export type { Control, ControlInput } from './controls/control.ts';
export { type CallControl, handleControls, serviceControls, writtenQuery } from './controls/controls.ts';
export { membersOf } from './emulator-members.ts';
export { DEFAULT_ACCOUNT } from './runtime/options/initial-state.ts';
export { readOptions } from './runtime/options/options-check.ts';
export { waitTimeoutMs } from './runtime/waiting/wait-timeout.ts';
export { WAIT_CHECKS } from './runtime/waiting/waiting.ts';

// Rows of the control API: those of the service, and what other rows are written with.

export {
  type ControlRequest,
  type Endpoint,
  endpoint,
  found,
  type Refusal,
  type ServerInfo,
  StatusResponse,
  TAGS,
} from './controls/endpoint.ts';
export { instantParameter, limit, offset, windowQuery } from './controls/queries.ts';
export { type RowViews, SERVICE_ROWS } from './controls/rows.ts';
export { SANDBOX_ENDPOINTS } from './controls/sandboxes.ts';
export {
  accountUuid,
  batchUuid,
  count,
  EXAMPLES,
  flag,
  instant,
  instantOrNull,
  list,
  messageAnswer,
  mode,
  now,
  object,
  openList,
  part,
  sharedSenders,
  statusOrNull,
  text,
  textOrNull,
  uuid,
} from './controls/values.ts';
export { doc, optional } from './runtime/options/doc.ts';
export { durationSchema, instantSchema } from './runtime/options/values.ts';

// Lists: their searches, filters and parts.

export { DEFAULT_PAGE, windowOf } from './domain/views/list-window.ts';
export { parseSearch } from './domain/views/search.ts';
export {
  accountFilter,
  numberFilter,
  periodFilter,
  statusFilter,
  textFilter,
  timeFilters,
  valueFilter,
} from './domain/views/search-filters.ts';
export { numbersIn, spelledNumber } from './domain/views/spelled-number.ts';

// The state and its history, to read.

export { nextRuns } from './domain/rules/account-schedules.ts';
export { paysCredits, spendable } from './domain/rules/credits.ts';
export { nextAttemptAt } from './domain/rules/webhook-deliveries.ts';
export type { BatchQueued, Fact } from './domain/state/facts.ts';
export type { Job } from './domain/state/jobs.ts';
export { lowerBound, Sequence } from './domain/state/sequence.ts';
export {
  type Account,
  type Attempt,
  type Batch,
  bareNumber,
  countIn,
  type Delivery,
  dueSeqOf,
  type LedgerEntry,
  type Message,
  mustGet,
  type Principal,
  type ReceivedMessage,
  type SenderLock,
  type State,
} from './domain/state/state.ts';
export { messagesDueTo } from './domain/state/state-index.ts';
export { requireAccount } from './domain/use-cases/accounts.ts';
export { viewAccount } from './domain/views/account-view.ts';
export { MESSAGE_STATES, stateOf, timesOf, viewMessage } from './domain/views/message-list.ts';
export type { DueJob } from './runtime/core/agenda.ts';
export type { JournalEntry } from './runtime/core/journal.ts';

// The log of public calls, and what happened in words.

export { callerOf, contentOf, objectsOf, requestOf, requireRequest } from './public-api/logged-request.ts';
export { findOperation, OPERATIONS, type Operation } from './public-api/operations.ts';
export type { LoggedRequest } from './public-api/request-log.ts';
export { changeText } from './reasons/entry-words.ts';
export { subjectOf } from './reasons/job-subject.ts';
export { wordsOfJob } from './reasons/job-words.ts';
export { webhookOfReply } from './reasons/references.ts';

// The machine's time, also while a test fakes it.

export { machineNow } from './runtime/time/event-loop.ts';
export { LAST_INSTANT } from './runtime/time/instant.ts';
export { clearInterval, clearTimeout, setInterval, setTimeout } from './runtime/time/real-timers.ts';
