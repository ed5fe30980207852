import * as z from 'zod/mini';
import { CATALOGUE } from '../../domain/rules/receipt-codes.ts';
import { carrierSettingsSchema } from '../../runtime/options/carrier.ts';
import type { Service } from '../../service/service.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { openList, text } from '../values.ts';

const codesAnswer = z.strictObject({
  codes: openList('All receipt codes, in ascending order.', {
    code: text('Receipt code: 1 to 8 hexadecimal characters, such as `22`.', '22'),
    description: text('Description of the receipt code.', 'No response from the handset'),
  }),
});

/** The simulated network and its receipt codes. */
export const CARRIER_ENDPOINTS: readonly Endpoint[] = [
  endpoint('setCarrier', 'PUT /carrier', {
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
  endpoint('getCarrier', 'GET /carrier', {
    tag: 'inspector',
    description: 'Returns the settings of the carrier.',
    answer: z.required(carrierSettingsSchema, { outcome: true, rules: true }),
    run: ({ service }) => viewCarrier(service),
  }),
  endpoint('listReceiptCodes', 'GET /receipt-codes', {
    tag: 'inspector',
    description: 'Lists receipt codes and their meanings.',
    answer: codesAnswer,
    run: () => ({ codes: CATALOGUE }),
  }),
];

/** The settings of the network, in the form in which they are set. */
export function viewCarrier({ core: { state } }: Service) {
  const { outcome, code, afterMs: after, rules } = state.carrier;
  return { outcome, code, after, rules: rules.map(({ afterMs, ...rule }) => ({ ...rule, after: afterMs })) };
}
