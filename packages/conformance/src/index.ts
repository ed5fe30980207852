/**
 * Tests whether a messaging service conforms to the specification, and detects how it resolves the points that the
 * specification leaves open.
 *
 * @packageDocumentation
 */
export type { EmulatorConfig } from './interpretations/interpretation.ts';
export {
  type ClauseResult,
  type ConformanceReport,
  checkConformance,
  type InterpretationResult,
} from './report/check.ts';
export { conformanceSuite, type TestContext, type TestFunction } from './report/suite.ts';
export type { ConformanceTarget, ReceivedWebhook, TargetKeys, WebhookReceiver } from './service/target.ts';
