/** Parts of the clock, for their own tests. Importing them changes no clock. */
export type { ConversationParts } from './conversation.ts';
export { Connection } from './emulator-connection.ts';
export { FollowedClock } from './followed-clock.ts';
export { Messages } from './framing.ts';
export { PostgresConversation } from './postgres-conversation.ts';
export { pieceAt } from './redis/protocol.ts';
export { type Queued, TimerQueue } from './timer-queue.ts';
