import type { Channel, ReceiptInfo } from '@messaging-service/contract';
import type { DecidedBy } from '../state/decided-by.ts';
import {
  bareNumber,
  type CarrierDefault,
  type Decision,
  type Latency,
  type Message,
  type NumberRule,
  type State,
} from '../state/state.ts';
import type { Policy } from '../state/transaction.ts';
import { matchesGlob } from './glob.ts';
import { hash } from './hash.ts';
import { hasOptedOut } from './opt-out.ts';
import { RECEIPTS, receiptOf } from './receipt-codes.ts';

/** What the network does with a message. */
export interface Outcome {
  /** The channel that it was handed to; undefined when no provider accepted it. */
  readonly channel: Channel | undefined;
  /** The report on it; undefined when none comes. */
  readonly report: Report | undefined;
  /** What decided this. */
  readonly decidedBy: DecidedBy;
}

/** The report of the network on a message. */
export interface Report {
  readonly delivered: boolean;
  readonly receipt: ReceiptInfo;
  /** From hand-over to the report. */
  readonly afterMs: number;
  /** What decided it, if it was not what decided the outcome. */
  readonly decidedBy?: DecidedBy | undefined;
}

/** A decision and what it comes from. */
interface Decided extends Decision {
  readonly decidedBy: DecidedBy;
}

/** The numbers reserved for fiction, 07700 900000 to 900999: their last three digits decide what the network does. */
const TEST_NUMBER = /^447700900(\d{3})$/;

/**
 * The simulated network: hands a message to its channels in order of priority, until one can carry it.
 * See MSG-8.
 *
 * @param message - The message to hand over.
 * @param state - The settings of the network, and who has opted out.
 * @param policy - The rules of the emulator.
 */
export function handOver(message: Message, state: State, policy: Policy): Outcome {
  const { report, ...outcome } = outcomeOf(message, state, policy);
  return { ...outcome, report: withinValidity(report, state.carrier) };
}

/** The report on a message: that of the network, unless the validity of the message ends before. EMU-30. */
function withinValidity(report: Report | undefined, { validityMs }: CarrierDefault): Report | undefined {
  if (validityMs === undefined || (report !== undefined && report.afterMs <= validityMs)) return report;
  const decidedBy = { kind: 'expired', validityMs } as const;
  return { delivered: false, receipt: RECEIPTS.expired, afterMs: validityMs, decidedBy };
}

function outcomeOf({ to, batch: { channels, from } }: Message, state: State, policy: Policy): Outcome {
  const settings = state.carrier;
  if (hasOptedOut(state, bareNumber(to), from)) {
    const afterMs = latency(settings.afterMs, bareNumber(to), policy.seed);
    const report = { ...failedWith(RECEIPTS.optedOut), afterMs };
    return { channel: channels[0] ?? 'sms', report, decidedBy: { kind: 'opted-out', sender: from } };
  }
  let decidedBy: DecidedBy = DEFAULT;
  for (const channel of channels) {
    const decision = decide(to, channel, settings, policy);
    decidedBy = decision.decidedBy;
    if (decision.outcome === 'refuse')
      return { channel: undefined, report: failedWith(RECEIPTS.notHandedOver), decidedBy };
    if (decision.outcome !== 'unsupported') return { channel, report: reportOf(decision), decidedBy };
  }
  return { channel: channels.at(-1) ?? 'sms', report: failedWith(RECEIPTS.unsupported), decidedBy };
}

/** The report on a message that fails immediately. */
export function failedWith(receipt: ReceiptInfo): Report {
  return { delivered: false, receipt, afterMs: 0 };
}

function reportOf({ outcome, code, description, afterMs }: Decision): Report | undefined {
  if (outcome === 'hold') return undefined;
  if (outcome === 'deliver') return { delivered: true, receipt: RECEIPTS.successful, afterMs };
  return { delivered: false, receipt: receiptOf(code ?? RECEIPTS.noResponse.code, description), afterMs };
}

function decide(to: string, channel: string, settings: CarrierDefault, policy: Policy): Decided {
  const number = bareNumber(to);
  const { outcome, code, rules } = settings;
  const afterMs = latency(settings.afterMs, number, policy.seed);
  const byFunction = policy.carrierRule(number, channel);
  if (byFunction !== undefined) return { ...byFunction, decidedBy: RULE_FUNCTION };
  return (
    firstRule(rules, number, channel) ??
    testNumberDecision(number, channel, afterMs) ?? { outcome, code, afterMs, decidedBy: DEFAULT }
  );
}

const RULE_FUNCTION: DecidedBy = { kind: 'rule-function' };
const DEFAULT: DecidedBy = { kind: 'default' };

/** The first rule that applies to a number and a channel. EMU-1. */
function firstRule(rules: readonly NumberRule[], number: string, channel: string): Decided | undefined {
  const index = rules.findIndex(
    (rule) => (rule.channel === undefined || rule.channel === channel) && matchesGlob(rule.to, number),
  );
  const rule = rules[index];
  return rule && { ...rule, decidedBy: { kind: 'rule', position: index + 1, to: rule.to } };
}

/**
 * Test numbers: 000 to 699 are delivered with any default, 700 to 702 and 8cc are special, the others follow the default.
 * EMU-1, MSG-14.
 */
function testNumberDecision(number: string, channel: string, afterMs: number): Decided | undefined {
  const digits = TEST_NUMBER.exec(number)?.[1];
  const decision = digits === undefined ? undefined : decisionOfDigits(digits, channel);
  if (digits === undefined || decision === undefined) return undefined;
  return { ...decision, afterMs, decidedBy: { kind: 'test-number', digits } };
}

function decisionOfDigits(digits: string, channel: string): Omit<Decision, 'afterMs'> | undefined {
  if (digits < '700') return { outcome: 'deliver' };
  if (digits === '700') return { outcome: 'hold' };
  if (digits === '701' && channel === 'rcs') return { outcome: 'unsupported' };
  if (digits === '702') return { outcome: 'fail', code: RECEIPTS.optedOut.code };
  if (digits === '800') return { outcome: 'refuse' };
  if (digits.startsWith('8')) return { outcome: 'fail', code: digits.slice(1).replace(/^0/, '') };
  return undefined;
}

/** The delay for this number. In a range, each number has its own delay, always the same for the same seed. */
function latency(afterMs: Latency, number: string, seed: number): number {
  if (typeof afterMs === 'number') return afterMs;
  return afterMs.min + (hash(number, seed) % (afterMs.max - afterMs.min + 1));
}
