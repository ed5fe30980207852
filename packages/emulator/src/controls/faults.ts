import * as z from 'zod/mini';
import { type FaultOptions, faultSchema, faultShape } from '../public-api/fault-options.ts';
import type { FaultView } from '../public-api/faults.ts';
import { type ControlsOf, control } from './control.ts';
import { count, list, text } from './values.ts';

const faultId = text('Identifier of the fault, for `DELETE /faults/{id}`.', 'fault-1');

/** The list of faults. */
export interface FaultControls {
  /**
   * Lists the faults with their hits. Used-up faults are included.
   *
   * @example
   * ```ts
   * const unused = (await emulator.faults()).filter(({ hits }) => hits === 0);
   * console.log(unused.length);
   * ```
   */
  faults(): FaultView[];

  /**
   * Removes all faults.
   *
   * @example
   * ```ts
   * await emulator.clearFaults();
   * ```
   */
  clearFaults(): void;
}

/** What the handle of a fault does: see `addFault()` of an emulator. */
export interface FaultHandleControls {
  /** Adds a fault, and returns its identifier. */
  createFault(options: FaultOptions): string;
  /** Removes a fault. */
  removeFault(faultId: string): void;
}

/** The controls of a single fault. */
export const faultHandleControls: ControlsOf<FaultHandleControls> = {
  createFault: control('addFault', 'POST /faults', {
    input: (options) => ({ body: options }),
    invalid: 'The fault is not valid',
    output: ({ id }) => id,
    tag: 'faults',
    description:
      'Makes the next matching calls of the public API fail, or changes the payload of the next webhooks of a kind.',
    body: faultSchema,
    answer: z.strictObject({ id: faultId }),
    statuses: [201],
    refusals: ['conflict'],
    run: ({ service, body }) => ({ id: service.publicApi.faults.add(body as FaultOptions).id }),
  }),
  removeFault: control('removeFault', 'DELETE /faults/{id}', {
    input: (faultId) => ({ id: faultId }),
    output: () => undefined,
    tag: 'faults',
    id: ['The `id` of a fault.', 'fault-1'],
    description: 'Removes one fault.',
    run: ({ service: { publicApi }, id }) => publicApi.faults.remove(publicApi.faults.get(id)),
  }),
};

/** The controls of all faults. */
export const faultControls: ControlsOf<FaultControls> = {
  faults: control('listFaults', 'GET /faults', {
    output: ({ faults }) => faults as FaultView[],
    tag: 'faults',
    description: 'Lists the faults with their hits. Used-up faults are included.',
    answer: z.strictObject({
      faults: list('The faults, oldest first. Used-up faults are included.', {
        id: faultId,
        hits: count('Calls or webhooks that it has affected.', 1),
        left: count('Calls or webhooks that it still affects; 0 when it is used up.', 1),
        ...faultShape,
      }),
    }),
    run: ({ service }) => ({ faults: service.publicApi.faults.list() }),
  }),
  clearFaults: control('clearFaults', 'DELETE /faults', {
    output: () => undefined,
    tag: 'faults',
    description: 'Removes all faults.',
    run: ({ service }) => service.publicApi.faults.clear(),
  }),
};
