import { spanText } from './span.ts';

/** The members of a fault that its sentence is about. */
export interface SpokenFault {
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly delay?: number | string | undefined;
  readonly disconnect?: boolean | undefined;
  readonly times?: number | undefined;
  readonly when?: 'before' | 'after' | undefined;
  readonly webhook?: string | undefined;
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly remove?: readonly string[] | undefined;
}

/** The calls of an operation in words, one and several of them. */
const CALLS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  'messages.send': ['send', 'sends'],
  'batches.send': ['batch', 'batches'],
  'batches.receipts': ['receipt poll', 'receipt polls'],
};

/** A fault as a sentence, such as `next 3 sends fail with 503, retry after 10 s`. */
export function faultSentence(fault: SpokenFault): string {
  const { times = 1, webhook } = fault;
  const isOne = times === 1;
  const what = webhook === undefined ? callsOf(fault, isOne) : `${webhook} webhook${isOne ? '' : 's'}`;
  return `next ${isOne ? '' : `${times} `}${what} ${effectsOf(fault, isOne).join(', ')}`;
}

function callsOf({ operation, method, path }: SpokenFault, isOne: boolean): string {
  const known = CALLS[operation ?? ''];
  if (known !== undefined) return known[isOne ? 0 : 1];
  const calls = isOne ? 'call' : 'calls';
  if (operation !== undefined) return `${operation} ${calls}`;
  const target = [method, path].filter((part) => part !== undefined).join(' ');
  return target === '' ? calls : `${target} ${calls}`;
}

function effectsOf(fault: SpokenFault, isOne: boolean): string[] {
  const { code, status, body, headers = {}, delay, disconnect, when, webhook, set, remove } = fault;
  const s = isOne ? 's' : '';
  if (webhook !== undefined) {
    const names = [...Object.keys(set ?? {}), ...(remove ?? []).map((name) => `no ${name}`)];
    return [`carr${isOne ? 'ies' : 'y'} ${names.join(', ')}`];
  }
  const answer = code ?? status ?? (body === undefined ? undefined : 'another body');
  const effects: string[] = [];
  if (disconnect === true) effects.push(isOne ? 'is cut off' : 'are cut off');
  else if (typeof answer === 'number' && answer < 400) effects.push(`return${s} ${answer}`);
  else if (answer === 'another body') effects.push(`return${s} another body`);
  else if (answer !== undefined) effects.push(`fail${s} with ${answer}`);
  const late = delay === undefined || delay === 0 ? undefined : spanOf(delay);
  if (late !== undefined)
    effects.push(effects.length === 0 ? (isOne ? `is ${late} late` : `are ${late} late`) : `${late} late`);
  if (when === 'after' && (answer !== undefined || disconnect === true)) effects.push('after processing');
  for (const [name, value] of Object.entries(headers))
    effects.push(
      name.toLowerCase() === 'retry-after' && /^\d+$/.test(value)
        ? `retry after ${value} s`
        : `${effects.length === 0 ? (isOne ? 'has ' : 'have ') : ''}header ${name}`,
    );
  return effects;
}

function spanOf(delay: number | string): string {
  if (typeof delay === 'string') return delay.replace(/^(\d+(?:\.\d+)?)\s*([a-z]+)$/i, '$1 $2');
  return spanText(delay);
}
