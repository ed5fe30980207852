import * as z from 'zod/mini';
import { type FaultOptions, faultSchema, faultShape } from '../../public-api/fault-options.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { count, openList, text } from '../values.ts';

const faultId = text('Identifier of the fault, for `DELETE /faults/{id}`.', 'fault-1');

/** Simulated failures. */
export const FAULT_ENDPOINTS: readonly Endpoint[] = [
  endpoint('addFault', 'POST /faults', {
    tag: 'faults',
    description:
      'Makes the next matching calls of the public API fail, or changes the payload of the next webhooks of a kind.',
    body: faultSchema,
    answer: z.strictObject({ id: faultId }),
    statuses: [201],
    refusals: ['conflict'],
    run: ({ service, body }) => ({ id: service.publicApi.faults.add(body as FaultOptions).id }),
  }),
  endpoint('listFaults', 'GET /faults', {
    tag: 'faults',
    description: 'Lists the faults with their hits, including those that are used up.',
    answer: z.strictObject({
      faults: openList('The faults, oldest first, including those that are used up.', {
        id: faultId,
        hits: count('Calls or webhooks that it has affected.', 1),
        left: count('Calls or webhooks that it still affects; 0 when it is used up.', 1),
        ...faultShape,
      }),
    }),
    run: ({ service }) => ({ faults: service.publicApi.faults.list() }),
  }),
  endpoint('clearFaults', 'DELETE /faults', {
    tag: 'faults',
    description: 'Removes all faults.',
    run: ({ service }) => service.publicApi.faults.clear(),
  }),
  endpoint('removeFault', 'DELETE /faults/{id}', {
    tag: 'faults',
    id: ['The `id` of a fault.', 'fault-1'],
    description: 'Removes one fault.',
    run: ({ service: { publicApi }, id }) => publicApi.faults.remove(publicApi.faults.get(id)),
  }),
];
