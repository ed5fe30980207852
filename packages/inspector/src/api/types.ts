/** The responses of the control API. They are types of the emulator, so that the compiler compares both sides. */
import type { AccountOverview, Conversation, LedgerResponse, MessageView } from '../../reads/types.ts';

export type * from '../../reads/types.ts';

export type ConversationLine = Conversation['lines'][number];
export type InboundView = Exclude<ConversationLine, MessageView>;
export type NotificationView = AccountOverview['notifications'][number];
export type ThresholdType = NotificationView['thresholdType'];
export type LedgerPoint = LedgerResponse['points'][number];
export type LedgerMark = LedgerResponse['marks'][number];
