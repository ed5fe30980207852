/** The responses of the control API. They are types of the emulator, so that the compiler compares both sides. */
import type {
  AccountOverview,
  Conversation,
  LedgerResponse,
  MessageView,
} from '../../../emulator/src/control-api/types.ts';

export type {
  AccountOverview,
  AccountsResponse,
  AdvanceResponse,
  AttemptDetail,
  BatchView,
  CarrierResponse,
  ClockMoveView,
  Conversation,
  DeliveryDetail,
  DeliveryRow,
  DeliveryView,
  DigestResponse,
  FaultView,
  HandsetView,
  JobView,
  LedgerEntry,
  LedgerResponse,
  LocksResponse,
  MessageView,
  OrganizationView,
  OverviewResponse,
  ReceiptCodesResponse,
  RelatedGroup,
  RelatedObject,
  ReplayResponse,
  RequestCode,
  RequestDetail,
  RequestSummary,
  SandboxesResponse,
  SignatureCheck,
  TimelineResponse,
  TimelineStep,
} from '../../../emulator/src/control-api/types.ts';

export type ConversationLine = Conversation['lines'][number];
export type InboundView = Exclude<ConversationLine, MessageView>;
export type NotificationView = AccountOverview['notifications'][number];
export type ThresholdType = NotificationView['thresholdType'];
export type LedgerPoint = LedgerResponse['points'][number];
export type LedgerMark = LedgerResponse['marks'][number];
