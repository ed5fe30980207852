import type { Channel, ReceiptInfo } from '@messaging-service/contract';
import { bareNumber, type CarrierDefault, type Latency, type Message } from '../state/state.ts';
import type { CarrierVerdict, Policy } from '../state/transaction.ts';
import { verdictByRule } from './carrier-rules.ts';
import { hash } from './hash.ts';
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
 * @param settings - What happens to numbers without a rule.
 * @param policy - The rules of the emulator.
 */
export function handOver(
  { to, batch: { channels } }: Message,
  settings: CarrierDefault,
  policy: Policy,
): Outcome {
  for (const channel of channels) {
    const verdict = judge(to, channel, settings, policy);
    if (verdict.kind === 'refuse') return { channel: undefined, report: failedWith(RECEIPTS.notHandedOver) };
    if (verdict.kind !== 'unsupported') return { channel, report: reportOf(verdict) };
  }
  return { channel: channels.at(-1) ?? 'sms', report: failedWith(RECEIPTS.unsupported) };
}

/** The report on a message that fails immediately. */
export function failedWith(receipt: ReceiptInfo): Report {
  return { delivered: false, receipt, afterMs: 0 };
}

function reportOf(verdict: Exclude<CarrierVerdict, { kind: 'unsupported' | 'refuse' }>): Report | undefined {
  if (verdict.kind === 'hold') return undefined;
  const { afterMs } = verdict;
  if (verdict.kind === 'deliver') return { delivered: true, receipt: RECEIPTS.successful, afterMs };
  return { delivered: false, receipt: receiptOf(verdict.code, verdict.description), afterMs };
}

function judge(to: string, channel: string, settings: CarrierDefault, policy: Policy): CarrierVerdict {
  const number = bareNumber(to);
  const rule = policy.carrierRule(number, channel) ?? verdictByRule(settings.rules ?? [], number, channel);
  if (rule !== undefined) return rule;
  const afterMs = latency(settings.afterMs, number, policy.seed);
  return testNumberVerdict(number, channel, afterMs) ?? defaultVerdict(settings, afterMs);
}

function defaultVerdict({ outcome, code }: CarrierDefault, afterMs: number): CarrierVerdict {
  switch (outcome) {
    case 'deliver':
      return { kind: 'deliver', afterMs };
    case 'hold':
      return { kind: 'hold' };
    case 'fail':
      return { kind: 'fail', code: code ?? RECEIPTS.noResponse.code, afterMs };
  }
}

/**
 * Test numbers: 000 to 699 are delivered with any default, 700 to 702 and 8cc are special, the others follow the default.
 * EMU-1, MSG-14.
 */
function testNumberVerdict(number: string, channel: string, afterMs: number): CarrierVerdict | undefined {
  const suffix = TEST_NUMBER.exec(number)?.[1];
  if (suffix === undefined) return undefined;
  if (suffix < '700') return { kind: 'deliver', afterMs };
  if (suffix === '700') return { kind: 'hold' };
  if (suffix === '701' && channel === 'rcs') return { kind: 'unsupported' };
  if (suffix === '702') return { kind: 'fail', code: RECEIPTS.optedOut.code, afterMs };
  if (suffix === '800') return { kind: 'refuse' };
  if (suffix.startsWith('8')) return { kind: 'fail', code: suffix.slice(1).replace(/^0/, ''), afterMs };
  return undefined;
}

/** The delay for this number. In a range, each number has its own delay, always the same for the same seed. */
function latency(afterMs: Latency, number: string, seed: number): number {
  if (typeof afterMs === 'number') return afterMs;
  return afterMs.min + (hash(number, seed) % (afterMs.max - afterMs.min + 1));
}
