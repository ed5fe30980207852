import { type Batch, bareNumber, type CarrierDefault, type Latency, type Message } from '../state/state.ts';
import type { CarrierVerdict, Policy } from '../state/transaction.ts';
import { verdictByRule } from './carrier-rules.ts';
import { RECEIPTS, receiptOf } from './receipts.ts';

/** The outcome of a message: the channel that carries it and its verdict, or the reason why no channel could. */
export type Outcome =
  | { readonly kind: 'carried'; readonly channel: Batch['channels'][number]; readonly verdict: Verdict }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unsupported'; readonly channel: Batch['channels'][number] };

/** A verdict on a message that a channel carries. */
export type Verdict = Exclude<CarrierVerdict, { kind: 'unsupported' | 'refuse' }>;

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
export function handOver(message: Message, settings: CarrierDefault, policy: Policy): Outcome {
  let unsupported: Batch['channels'][number] = 'sms';
  for (const channel of message.batch.channels) {
    const verdict = judge(message.to, channel, settings, policy);
    if (verdict.kind === 'refuse') return { kind: 'refused' };
    if (verdict.kind !== 'unsupported') return { kind: 'carried', channel, verdict };
    unsupported = channel;
  }
  return { kind: 'unsupported', channel: unsupported };
}

function judge(to: string, channel: string, settings: CarrierDefault, policy: Policy): CarrierVerdict {
  const number = bareNumber(to);
  const rule = policy.carrierRule(number, channel) ?? verdictByRule(settings.rules, number, channel);
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

/** 000 to 699 are delivered with any default, 700 to 702 and 8cc are special, the others follow the default. */
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

/** FNV-1a spreads values evenly, and gives the same result on every machine. */
function hash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/** The receipt of a verdict; undefined for a message that the network never reports on. */
export function receiptOfVerdict(verdict: Verdict) {
  if (verdict.kind === 'hold') return undefined;
  return verdict.kind === 'deliver' ? RECEIPTS.successful : receiptOf(verdict.code, verdict.description);
}
