import { kindOf } from '@messaging-service/contract';
import { type AccountControls, accountControls } from './accounts.ts';
import { type CarrierControls, carrierControls } from './carrier.ts';
import { type ClockControls, clockControls } from './clock.ts';
import type { Control, ControlInput, ControlsOf } from './control.ts';
import {
  type FaultControls,
  type FaultHandleControls,
  faultControls,
  faultHandleControls,
} from './faults.ts';
import { type HandsetControls, handsetControls, type MessageControls, messageControls } from './messages.ts';
import { type StateControls, stateControls } from './state.ts';
import { type StoryControls, storyControls } from './story.ts';
import { type WebhookControls, webhookControls } from './webhooks.ts';
import { type ReasonControls, reasonControls } from './why.ts';

/** The controls of a service, except its clock. */
export interface ServiceControls
  extends MessageControls,
    CarrierControls,
    WebhookControls,
    FaultControls,
    AccountControls,
    ReasonControls,
    StateControls,
    StoryControls {}

/** The controls of a service, except its clock. */
export const serviceControls: ControlsOf<ServiceControls> = {
  ...messageControls,
  ...carrierControls,
  ...webhookControls,
  ...faultControls,
  ...accountControls,
  ...reasonControls,
  ...stateControls,
  ...storyControls,
};

/** What the handles of phones and faults do. */
export interface HandleControls extends HandsetControls, FaultHandleControls {}

/** The controls of the handles of phones and faults. */
export const handleControls: ControlsOf<HandleControls> = { ...handsetControls, ...faultHandleControls };

export { type ClockControls, clockControls };

/** Makes a call of a control, in the process or over the network. Returns the response, or a promise of it. */
export type CallControl = (control: Control, input: ControlInput) => unknown;

/**
 * The methods of controls.
 *
 * @param call - Makes their calls.
 * @param areAsync - Whether all of them return promises, and none throws.
 */
export function methodsOf<Methods>(
  controls: ControlsOf<Methods>,
  call: CallControl,
  areAsync: boolean,
): Methods {
  const entries = Object.entries<Control>(controls as Readonly<Record<string, Control>>);
  const methods = entries.map(([name, control]) => {
    const method = (...parameters: unknown[]) => {
      const input = control.input(...parameters);
      const answered = control.pages === undefined ? call(control, input) : wholeList(control, input, call);
      return after(answered, control.output as (answer: unknown) => unknown);
    };
    const isAsync = areAsync || control.isAsync;
    return [name, isAsync ? async (...parameters: unknown[]) => method(...parameters) : method];
  });
  return Object.fromEntries(methods) as Methods;
}

/** The longest page of a list. */
const LONGEST_PAGE = 1_000;

/** Reads a list page by page, up to the limit of its query; default: all of it. */
function wholeList(control: Control, { query = {}, ...input }: ControlInput, call: CallControl): unknown {
  const { pages = '' } = control;
  const { limit = Number.POSITIVE_INFINITY, ...filter } = query as { readonly limit?: number };
  const rows: unknown[] = [];
  const readFrom = (cursor: string | undefined): unknown => {
    const part = { ...filter, cursor, limit: Math.min(limit - rows.length, LONGEST_PAGE) };
    return after(call(control, { ...input, query: part }), (answer) => {
      const page = answer as Readonly<Record<string, unknown>> & { readonly next: string | null };
      rows.push(...(page[pages] as readonly unknown[]));
      const isWhole = page.next === null || rows.length >= limit;
      return isWhole ? { ...page, [pages]: rows } : readFrom(page.next);
    });
  };
  return readFrom(undefined);
}

/** Continues with a value now, or with that of a promise later. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  proceed: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then((settled) => proceed(settled)) : proceed(value);
}

/** The members of a query as text. */
export function writtenQuery(query: object = {}): Record<string, string> {
  const given = Object.entries(query as Readonly<Record<string, unknown>>).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : plainText(name, value),
    ]),
  );
}

/** A pattern, a list or a message in place of a text would match nothing, or wait for its text. */
function plainText(name: string, value: unknown): string {
  // oxlint-disable-next-line typescript/no-base-to-string -- the linter does not see that objects are excluded.
  if (typeof value !== 'object') return String(value);
  throw new TypeError(`${name} must be a text, a number, true or false, or a Date; got ${kindOf(value)}.`);
}
