/** What the packages around the service use beyond the public names: its server, its remote control, the inspector and the tools. */
export { CARRIER_ENDPOINTS, viewCarrier } from './controls/carrier.ts';
export { CLOCK_ENDPOINTS, clockControls, viewAdvance, viewMove } from './controls/clock.ts';
export type { Control, ControlInput } from './controls/control.ts';
export { type CallControl, handleControls, serviceControls, writtenQuery } from './controls/controls.ts';
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
export { FOLLOWER_ENDPOINTS } from './controls/followers.ts';
export { MESSAGE_ENDPOINTS } from './controls/messages.ts';
export { instantParameter, limit, offset, windowQuery } from './controls/queries.ts';
export { SANDBOX_ENDPOINTS, viewSandbox } from './controls/sandboxes.ts';
export { SERVER_ENDPOINTS } from './controls/server.ts';
export { EVENT_ENDPOINTS } from './controls/state.ts';
export type { StoryText } from './controls/story.ts';
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
export {
  type AttemptDetail,
  type DeliveryDetail,
  deliveriesAbout,
  WEBHOOK_ENDPOINTS,
} from './controls/webhooks.ts';
export { nextRuns } from './domain/rules/account-schedules.ts';
export { paysCredits, spendable } from './domain/rules/credits.ts';
export { nextAttemptAt } from './domain/rules/webhook-deliveries.ts';
export type { BatchQueued, Fact } from './domain/state/facts.ts';
export type { Job } from './domain/state/jobs.ts';
export { Rejection } from './domain/state/rejection.ts';
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
export { DEFAULT_PAGE, windowOf } from './domain/views/list-window.ts';
export { MESSAGE_STATES, stateOf, timesOf, viewMessage } from './domain/views/message-list.ts';
export { phoneOf } from './domain/views/phone-of.ts';
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
export { type DeliveryRow, messageOf } from './domain/views/webhook-list.ts';
export { hostOf, NOT_SERVED } from './emulator.ts';
export { membersOf } from './emulator-members.ts';
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
export { redactUrl } from './http/redact.ts';
export { Router } from './http/router.ts';
export { belowBaseUrl, createFetch, toResponse } from './in-process/fetch.ts';
export {
  callerOf,
  contentOf,
  describeRequest,
  objectsOf,
  requestOf,
  requireRequest,
  summarizeRequest,
} from './public-api/logged-request.ts';
export { findOperation, OPERATIONS, type Operation } from './public-api/operations.ts';
export type { Reply } from './public-api/public-api.ts';
export type { LoggedRequest } from './public-api/request-log.ts';
export { changeText } from './reasons/entry-words.ts';
export { subjectOf } from './reasons/job-subject.ts';
export { wordsOfJob } from './reasons/job-words.ts';
export type { ObjectReference, Reason, Remedy } from './reasons/reason.ts';
export { webhookOfReply } from './reasons/references.ts';
export type { DueJob } from './runtime/core/agenda.ts';
export { Core } from './runtime/core/core.ts';
export type { JournalEntry } from './runtime/core/journal.ts';
export { doc, optional } from './runtime/options/doc.ts';
export { DEFAULT_ACCOUNT } from './runtime/options/initial-state.ts';
export { refuseForeign } from './runtime/options/input-check.ts';
export { requireKnownNames } from './runtime/options/known-names.ts';
export { checkSandbox, readOptions, withOptions } from './runtime/options/options-check.ts';
export { shown } from './runtime/options/shown.ts';
export { apiKeySchema, durationSchema, instantSchema, nameSchema, oneOf } from './runtime/options/values.ts';
export { type Restorable, readContent } from './runtime/snapshot/read-snapshot.ts';
export { type SnapshotContent, SnapshotError } from './runtime/snapshot/snapshot.ts';
export { machineNow } from './runtime/time/event-loop.ts';
export { LAST_INSTANT } from './runtime/time/instant.ts';
export { clearInterval, clearTimeout, setInterval, setTimeout } from './runtime/time/real-timers.ts';
export { waitTimeoutMs } from './runtime/waiting/wait-timeout.ts';
export { WAIT_OPTIONS } from './runtime/waiting/waiting.ts';
export { keepWebhooksAway, type ServerMatcher, WEBHOOK_MARK } from './runtime/webhooks/own-servers.ts';
export type { SignatureCheck } from './runtime/webhooks/signing.ts';
export { type Credentials, firstAccount } from './service/credentials.ts';
export { Sandboxes } from './service/sandboxes.ts';
export { Service } from './service/service.ts';
