/**
 * Asks a messaging service, clause by clause, whether it is as the specification says, and which reading it follows
 * where the specification leaves a choice.
 *
 * @packageDocumentation
 */
export { type ClauseResult, type ConformanceReport, checkConformance, type ReadingResult } from './check.ts';
export type { EmulatorConfig } from './reading.ts';
export { conformanceSuite, type TestContext, type TestFunction } from './suite.ts';
export type { ConformanceTarget, ReceivedWebhook, TargetKeys, WebhookReceiver } from './target.ts';
