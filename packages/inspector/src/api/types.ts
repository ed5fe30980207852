/** The responses of the control API. They are types of the emulator, so that the compiler compares both sides. */
import type { AccountOverview, Conversation, LedgerEntry, MessageView } from '../../reads/types.ts';

export type * from '../../reads/types.ts';

export type ConversationLine = Conversation['lines'][number];
export type InboundView = Exclude<ConversationLine, MessageView>;
export type NotificationView = AccountOverview['notifications'][number];
export type ThresholdType = NotificationView['thresholdType'];
/** The credits at a moment, which is that of an entry of the ledger or the present. */
export type LedgerPoint = Pick<LedgerEntry, 'seq' | 'number' | 'at' | 'paid' | 'packaged' | 'held'>;
/** An entry that the chart marks. */
export type LedgerMark = Pick<LedgerEntry, 'seq' | 'type' | 'notificationUuid'>;
