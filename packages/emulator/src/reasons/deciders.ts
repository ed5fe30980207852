import { spanText } from '@messaging-service/text';
import type { DecidedBy, Origin } from '../domain/state/decided-by.ts';
import type { Decider } from './reason.ts';

/** What decided the outcome of a message, in words. */
export function deciderOf(decidedBy: DecidedBy | undefined): Decider {
  switch (decidedBy?.kind) {
    case undefined:
      return { kind: 'unknown', text: 'unknown: the message comes from an older snapshot' };
    case 'rule': {
      const { kind, position, to: pattern } = decidedBy;
      return { kind, text: `rule ${position} of the network, for ${pattern}`, position, pattern };
    }
    case 'rule-function':
      return { kind: decidedBy.kind, text: 'the function carrier.rule' };
    case 'test-number': {
      const { kind, digits } = decidedBy;
      return { kind, text: `test number …${digits}, which ${whatDoes(digits)}`, digits };
    }
    case 'default':
      return { kind: decidedBy.kind, text: 'the default of the network' };
    case 'opted-out': {
      const { kind, sender } = decidedBy;
      return { kind, text: `the recipient, who opted out of ${sender}`, sender };
    }
    case 'by-hand':
      return BY_HAND;
    case 'no-credits':
      return { kind: decidedBy.kind, text: 'too few credits when it was due' };
    case 'expired':
      return { kind: decidedBy.kind, text: `its validity of ${spanText(decidedBy.validityMs)}` };
  }
}

/** Who or what started a change, in words. */
export function originOf(origin: Origin | undefined): Decider {
  switch (origin?.kind) {
    case undefined:
      return { kind: 'unknown', text: 'unknown: the change comes from an older snapshot' };
    case 'request':
      return { kind: origin.kind, text: 'a call of the public API' };
    case 'by-hand':
      return BY_HAND;
    case 'schedule':
      return { kind: origin.kind, text: 'its time had come' };
    case 'configuration':
      return { kind: origin.kind, text: 'the configuration' };
  }
}

/** A fault, in words. */
export function faultDecider(sentence: string): Decider {
  return { kind: 'fault', text: `the fault "${sentence}"` };
}

const BY_HAND: Decider = { kind: 'by-hand', text: 'a person or a test, by hand' };

/** What the test numbers with these last digits do. EMU-1. */
function whatDoes(digits: string): string {
  if (digits < '700') return 'is delivered';
  if (digits === '700') return 'never gets a receipt';
  if (digits === '701') return 'does not support RCS';
  if (digits === '702') return 'has opted out';
  if (digits === '800') return 'no provider accepts';
  return `fails with ${digits.slice(1).replace(/^0/, '')}`;
}
