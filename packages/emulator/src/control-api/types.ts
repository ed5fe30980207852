/** The responses of the control API that the inspector reads. Instants are ISO 8601, GMT. */
import type { ReceiptCode } from '@messaging-service/contract';
import type { Organization } from '../domain/state/state.ts';
import type { AccountOverview, LockView } from '../domain/views/account-overview.ts';
import type { ListWindow } from '../domain/views/list-window.ts';
import type { MessageView } from '../domain/views/message-list.ts';
import type { TimelineStep } from './related/message-timeline.ts';
import type { describeRequest, summarizeRequest } from './views/request.ts';
import type { codeOf } from './views/request-code.ts';
import type { viewAdvance, viewCarrier, viewMove, viewSandbox } from './views/server.ts';

export type { AccountOverview } from '../domain/views/account-overview.ts';
export type { DeliveryRow, DeliveryView } from '../domain/views/delivery-list.ts';
export type { Conversation, HandsetView } from '../domain/views/handset-list.ts';
export type { MessageView } from '../domain/views/message-list.ts';
export type { FaultView } from '../public-api/faults.ts';
export type { SignatureCheck } from '../runtime/webhooks/signing.ts';
export type { DigestEvent } from './digest-stream.ts';
export type { ReplayResponse } from './endpoints/requests.ts';
export type { TimelineStep } from './related/message-timeline.ts';
export type { RelatedGroup, RelatedObject } from './related/objects.ts';
export type { BatchView } from './views/batch.ts';
export type { AttemptDetail, DeliveryDetail } from './views/delivery.ts';
export type { JobView } from './views/job.ts';
export type { LedgerResponse } from './views/ledger.ts';
export type { LedgerEntry } from './views/ledger-entries.ts';
export type { OverviewResponse } from './views/overview.ts';

/** `GET /messages/{id}/timeline`. */
export interface TimelineResponse {
  readonly message: MessageView;
  /** In order of time. */
  readonly steps: readonly TimelineStep[];
}

/** An organization in `GET /accounts`. */
export type OrganizationView = Omit<Organization, 'uuid'> & { readonly identifier: string };

/** `GET /accounts`. */
export interface AccountsResponse {
  readonly organizations: readonly OrganizationView[];
  readonly accounts: readonly AccountOverview[];
  readonly sharedSenders: readonly string[];
}

/** `GET /accounts/{id}/locks`. */
export type LocksResponse = Omit<ListWindow<LockView>, 'rows'> & { readonly locks: readonly LockView[] };

/** A call in `GET /requests`. */
export type RequestSummary = ReturnType<typeof summarizeRequest>;

/** `GET /requests/{id}`. */
export type RequestDetail = ReturnType<typeof describeRequest>;

/** `GET /requests/{id}/code`. */
export type RequestCode = ReturnType<typeof codeOf>;

/** `GET /clock/advance`. */
export type AdvanceResponse = ReturnType<typeof viewAdvance>;

/** A move of the clock in `GET /clock/moves`. */
export type ClockMoveView = ReturnType<typeof viewMove>;

/** `GET /sandboxes`. */
export interface SandboxesResponse {
  readonly sandboxes: readonly ReturnType<typeof viewSandbox>[];
}

/** `GET /receipt-codes`. */
export interface ReceiptCodesResponse {
  readonly codes: readonly ReceiptCode[];
}

/** `GET /carrier`. */
export type CarrierResponse = ReturnType<typeof viewCarrier>;
