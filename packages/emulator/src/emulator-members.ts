import type { ClockMove, FaultHandle, Handset } from './api.ts';
import {
  after,
  type CallControl,
  type ClockControls,
  clockControls,
  handleControls,
  methodsOf,
  type ServiceControls,
  serviceControls,
} from './controls/controls.ts';
import type { FaultOptions } from './public-api/fault-options.ts';
import { readHandsetNumber } from './service/handset-number.ts';

/** The controls of an emulator, except its clock. */
export interface EmulatorControls extends ServiceControls {
  /**
   * Returns the phone with a number.
   *
   * @throws {TypeError} The number is not a mobile number with its country code. `reply()` throws it for an empty text or
   * an unknown channel.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * await emulator.handset('447700900123').reply('YES');
   * ```
   */
  handset(number: string): Handset;

  /**
   * Makes the next matching calls of the public API fail, or changes a webhook. EMU-6.
   *
   * @throws {TypeError} The fault has no effect, or can match no call.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'messages.send', status: 503, times: 2 });
   * await messages.sendOne(message);
   * console.log(await fault.hits()); // 2
   * ```
   */
  addFault(options: FaultOptions): FaultHandle;

  /**
   * Runs what is due now, and waits until no webhook attempt is running. Same as `clock.settle()`.
   *
   * @example
   * ```ts
   * await emulator.settle();
   * console.log((await emulator.webhooks()).length);
   * ```
   */
  settle(): Promise<ClockMove>;
}

/** The members of an emulator that call its controls. */
export interface EmulatorMembers extends EmulatorControls {
  readonly clock: ClockControls;
}

/**
 * The members of an emulator, wherever it is: written once for the process and the network.
 *
 * @param call - Makes the calls.
 * @param areAsync - Whether all methods return promises, although their types are those of an emulator in the process.
 */
export function membersOf(call: CallControl, areAsync = false): EmulatorMembers {
  const methods = methodsOf(serviceControls, call, areAsync);
  const clock = methodsOf(clockControls, call, areAsync);
  const handles = methodsOf(handleControls, call, areAsync);
  return {
    ...methods,
    clock,
    settle: () => clock.settle(),
    handset: (written) => {
      const number = readHandsetNumber(written);
      return {
        number,
        reply: (message, options) => handles.reply(number, message, options),
        messages: () => methods.messages({ to: number }),
      };
    },
    addFault: (options) => {
      const handle = (id: string): FaultHandle => {
        // A fault that was removed keeps the number that it had before.
        let latest = 0;
        let isRemoved = false;
        const find = () => after(methods.faults(), (faults) => faults.find((fault) => fault.id === id));
        const count = () =>
          after(find(), (fault) => {
            latest = fault?.hits ?? latest;
            return fault !== undefined;
          });
        const hits = (): unknown => after(count(), () => latest);
        const remove = (): unknown =>
          after(count(), (exists) => {
            if (!exists || isRemoved) return undefined;
            isRemoved = true;
            return handles.removeFault(id);
          });
        return { id, hits, remove } as FaultHandle;
      };
      return after(handles.createFault(options), handle) as FaultHandle;
    },
  };
}
