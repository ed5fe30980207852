import type { Channel, ReceiptInfo } from '@messaging-service/contract';
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
}

/** The report of the network on a message. */
export interface Report {
  readonly delivered: boolean;
  readonly receipt: ReceiptInfo;
  /** From hand-over to the report. */
  readonly afterMs: number;
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
export function handOver({ to, batch: { channels, from } }: Message, state: State, policy: Policy): Outcome {
  const settings = state.carrier;
  if (hasOptedOut(state, bareNumber(to), from)) {
    const afterMs = latency(settings.afterMs, bareNumber(to), policy.seed);
    return { channel: channels[0] ?? 'sms', report: { ...failedWith(RECEIPTS.optedOut), afterMs } };
  }
  for (const channel of channels) {
    const decision = decide(to, channel, settings, policy);
    if (decision.outcome === 'refuse')
      return { channel: undefined, report: failedWith(RECEIPTS.notHandedOver) };
    if (decision.outcome !== 'unsupported') return { channel, report: reportOf(decision) };
  }
  return { channel: channels.at(-1) ?? 'sms', report: failedWith(RECEIPTS.unsupported) };
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

function decide(to: string, channel: string, settings: CarrierDefault, policy: Policy): Decision {
  const number = bareNumber(to);
  const { outcome, code, rules } = settings;
  const afterMs = latency(settings.afterMs, number, policy.seed);
  return (
    policy.carrierRule(number, channel) ??
    firstRule(rules, number, channel) ??
    testNumberDecision(number, channel, afterMs) ?? { outcome, code, afterMs }
  );
}

/** The first rule that applies to a number and a channel. EMU-1. */
function firstRule(rules: readonly NumberRule[], number: string, channel: string): Decision | undefined {
  return rules.find(
    (rule) => (rule.channel === undefined || rule.channel === channel) && matchesGlob(rule.to, number),
  );
}

/**
 * Test numbers: 000 to 699 are delivered with any default, 700 to 702 and 8cc are special, the others follow the default.
 * EMU-1, MSG-14.
 */
function testNumberDecision(number: string, channel: string, afterMs: number): Decision | undefined {
  const suffix = TEST_NUMBER.exec(number)?.[1];
  if (suffix === undefined) return undefined;
  if (suffix < '700') return { outcome: 'deliver', afterMs };
  if (suffix === '700') return { outcome: 'hold', afterMs };
  if (suffix === '701' && channel === 'rcs') return { outcome: 'unsupported', afterMs };
  if (suffix === '702') return { outcome: 'fail', code: RECEIPTS.optedOut.code, afterMs };
  if (suffix === '800') return { outcome: 'refuse', afterMs };
  if (suffix.startsWith('8')) return { outcome: 'fail', code: suffix.slice(1).replace(/^0/, ''), afterMs };
  return undefined;
}

/** The delay for this number. In a range, each number has its own delay, always the same for the same seed. */
function latency(afterMs: Latency, number: string, seed: number): number {
  if (typeof afterMs === 'number') return afterMs;
  return afterMs.min + (hash(number, seed) % (afterMs.max - afterMs.min + 1));
}
