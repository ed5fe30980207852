/**
 * The whole messaging service, in memory, with a clock that the test controls.
 *
 * @packageDocumentation
 */
export type { Channel, InboundMessage, ReceiptInfo, WebhookKind } from '@messaging-service/contract';
export type * from './api.ts';
export { defineConfig, type EmulatorConfig, type ServerConfig } from './config/define-config.ts';
export type { NotificationOptions } from './domain/use-cases/notifications.ts';
export type { OrganizationOptions } from './domain/use-cases/organizations.ts';
export type { WebhookChanges } from './domain/use-cases/resend-by-hand.ts';
export type { AttemptView, DeliveryFilter, DeliveryView } from './domain/views/delivery-list.ts';
export type { MessageFilter, MessageView } from './domain/views/message-list.ts';
export { createEmulator, type Emulator } from './emulator.ts';
export type { EmulatorClock } from './emulator-clock.ts';
export type { FaultOptions } from './public-api/fault-options.ts';
export type { FaultView } from './public-api/faults.ts';
export type * from './runtime/options/options.ts';
export { type AwaitedMessage, type WaitOptions, WaitTimeoutError } from './runtime/waiting/waiting.ts';
export type { AccountCredentials, OrganizationCredentials } from './service/credentials.ts';
export type { ClockEvent, EmulatorEvent, FactData, FactEvent, LaggedEvent } from './service/events.ts';
