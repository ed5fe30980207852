import * as z from 'zod/mini';
import { carrierSettingsSchema } from '../runtime/options/carrier.ts';
import type { CarrierChange } from '../runtime/options/options.ts';
import type { Service } from '../service/service.ts';
import { type ControlsOf, control } from './control.ts';
import { type Endpoint, endpoint } from './endpoint.ts';

/** Controls of the simulated network. */
export interface CarrierControls {
  /**
   * Changes what the network does. With `rules`, replaces the rules. The other settings are for numbers without a rule. Of
   * these, test numbers keep their own outcome, such as `447700900123`, which is delivered: they ignore `outcome` and
   * `code`. Only a rule overrides a test number. EMU-1.
   *
   * @throws {TypeError} A setting is invalid.
   *
   * @example
   * ```ts
   * await emulator.setCarrier({ after: '3s', rules: [{ to: '447700900200', outcome: 'fail', code: '22' }] });
   * ```
   */
  setCarrier(settings: CarrierChange): void;
}

/** The controls of the network. */
export const carrierControls: ControlsOf<CarrierControls> = {
  setCarrier: control('setCarrier', 'PUT /carrier', {
    input: (settings) => ({ body: settings }),
    invalid: 'The settings of the carrier are not valid',
    output: () => undefined,
    tag: 'messages',
    description:
      'Sets the default for numbers without a rule. With `rules`, also replaces the rules, which override the test numbers.',
    body: carrierSettingsSchema,
    answer: carrierSettingsSchema,
    run: ({ service, body }) => {
      service.setCarrier(body);
      return body;
    },
  }),
};

/** The other rows of the network. */
export const CARRIER_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getCarrier', 'GET /carrier', {
    tag: 'inspector',
    description: 'Returns the settings of the carrier.',
    answer: z.required(carrierSettingsSchema, { outcome: true, rules: true }),
    run: ({ service }) => viewCarrier(service),
  }),
];

/** The settings of the network, in the form in which they are set. */
export function viewCarrier({ core: { state } }: Service) {
  const { outcome, code, afterMs: after, optOut = false, validityMs, rules } = state.carrier;
  return {
    outcome,
    code,
    after,
    optOut,
    ...(validityMs !== undefined && { validity: validityMs }),
    rules: rules.map(({ afterMs, ...rule }) => ({ ...rule, after: afterMs })),
  };
}
