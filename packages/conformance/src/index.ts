/**
 * Asks a messaging service, clause by clause, whether it is as the specification says, and which reading it follows
 * where the specification leaves a choice.
 *
 * @packageDocumentation
 */
export { type ClauseResult, type ConformanceReport, checkConformance, type ReadingResult } from './report/check.ts';
export type { EmulatorConfig } from './interpretations/interpretation.ts';
export { conformanceSuite, type TestContext, type TestFunction } from './report/suite.ts';
export type { ConformanceTarget, ReceivedWebhook, TargetKeys, WebhookReceiver } from './service/target.ts';
