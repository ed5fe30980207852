/** The responses of the control API that the inspector reads. Instants are ISO 8601, GMT. */
import type { RowViews } from '@messaging-service/emulator/host';
import type { viewAccounts, viewLocks } from './accounts.ts';
import type { viewBatch } from './batches.ts';
import type { listHandsets, readConversation } from './handsets.ts';
import type { viewJob } from './jobs.ts';
import type { readLedger } from './ledger.ts';
import type { readTimeline } from './message-timeline.ts';
import type { describeRequest, summarizeRequest } from './request-view.ts';

export type {
  DeliveryView,
  FaultView,
  MessageView,
  ObjectReference,
  Reason,
  Remedy,
  StoryText,
} from '@messaging-service/emulator';
export type { DigestResponse } from './digest.ts';
export type { OverviewResponse } from './overview.ts';
export type { ReplayResponse } from './replay.ts';
export type { RequestCode } from './request-code.ts';
export type { RibbonBin, RibbonResponse } from './ribbon.ts';

/** `GET /accounts`. */
export type AccountsResponse = ReturnType<typeof viewAccounts>;

/** An account in `GET /accounts`. */
export type AccountOverview = AccountsResponse['accounts'][number];

/** An organization in `GET /accounts`. */
export type OrganizationView = AccountsResponse['organizations'][number];

/** `GET /accounts/{id}/ledger`. */
export type LedgerResponse = ReturnType<typeof readLedger>;

/** A change of credits, or a warning about them. */
export type LedgerEntry = LedgerResponse['entries'][number];

/** `GET /accounts/{id}/locks`. */
export type LocksResponse = ReturnType<typeof viewLocks>;

/** `GET /batches/{id}`. */
export type BatchView = ReturnType<typeof viewBatch>;

/** `GET /carrier`. */
export type CarrierResponse = RowViews['carrier'];

/** `GET /clock/advance`. */
export type AdvanceResponse = RowViews['advance'];

/** A move of the clock in `GET /clock/moves`. */
export type ClockMoveView = RowViews['move'];

/** A handset in `GET /handsets`. */
export type HandsetView = ReturnType<typeof listHandsets>['handsets'][number];

/** `GET /handsets/{id}`. */
export type Conversation = ReturnType<typeof readConversation>;

/** A job in `GET /jobs`. */
export type JobView = ReturnType<typeof viewJob>;

/** `GET /messages/{id}/timeline`. */
export type TimelineResponse = ReturnType<typeof readTimeline>;

/** A step in the life of a message. */
export type TimelineStep = TimelineResponse['steps'][number];

/** A call in `GET /requests`. */
export type RequestSummary = ReturnType<typeof summarizeRequest>;

/** `GET /requests/{id}`. */
export type RequestDetail = ReturnType<typeof describeRequest>;

/** `GET /sandboxes`. */
export interface SandboxesResponse {
  readonly sandboxes: readonly RowViews['sandbox'][];
}

/** `GET /webhooks/{id}`. */
export type DeliveryDetail = RowViews['delivery'];

/** An attempt of a delivery, with the response. */
export type AttemptDetail = DeliveryDetail['attempts'][number];

/** A delivery in `GET /webhooks?offset=…`. */
export type DeliveryRow = RowViews['deliveryRow'];

/** `POST /webhooks/{id}/verify`. */
export type SignatureCheck = RowViews['signatureCheck'];
