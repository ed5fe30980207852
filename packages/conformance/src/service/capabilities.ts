import type { ConformanceTarget } from './target.ts';
import { Skipped } from './verdict.ts';

/** The capabilities that a case can need and not every target has: what a target lacks, and how to find out. */
const CAPABILITIES = {
  'organization-key': ['the organization key', ({ keys }) => keys.organizationKey !== undefined],
  sending: ['permission to send', ({ dryRunOnly }) => dryRunOnly === false],
  sender: ['a sender ID that the account owns', ({ sender }) => sender !== undefined],
  clock: ["control of the service's clock", ({ advance, now }) => advance !== undefined && now !== undefined],
  webhooks: ['a receiver for webhooks', ({ receiveWebhooks }) => receiveWebhooks !== undefined],
  handset: ['a phone that replies', ({ writeFromHandset }) => writeFromHandset !== undefined],
} satisfies Record<string, readonly [description: string, has: (target: ConformanceTarget) => boolean]>;

const LIST = new Intl.ListFormat('en');

/** A capability that a case needs and not every target has. */
export type Capability = keyof typeof CAPABILITIES;

/** @throws {Skipped} The target lacks a capability. The message names all that it lacks. */
export function requireCapabilities(target: ConformanceTarget, needs: readonly Capability[] = []): void {
  const missing = needs.filter((need) => !CAPABILITIES[need][1](target));
  const descriptions = missing.map((need) => CAPABILITIES[need][0]);
  if (missing.length > 0) throw new Skipped(`needs ${LIST.format(descriptions)}`, missing);
}
