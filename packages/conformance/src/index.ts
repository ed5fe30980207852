/**
 * Tests whether a messaging service conforms to the specification, and detects how it resolves the points that the
 * specification leaves open.
 *
 * @packageDocumentation
 */
export type { EmulatorConfig } from './interpretations/interpretation.ts';
export { type ConformanceReport, checkConformance } from './report/check.ts';
export type { Difference } from './report/differences.ts';
export type { ClauseResult, InterpretationResult } from './report/results.ts';
export { conformanceSuite, type TestContext, type TestFunction } from './report/suite.ts';
export type { Verdict } from './report/verdict.ts';
export type { ConformanceTarget, ReceivedWebhook, TargetKeys, WebhookReceiver } from './service/target.ts';
