import type { FaultHandle, Remote } from '../api.ts';
import type { FaultView } from '../public-api/faults.ts';
import type { ControlCalls } from './control-calls.ts';

/** Lists the faults of a service. */
export async function listFaults(calls: ControlCalls): Promise<FaultView[]> {
  const { faults } = await calls.call<{ faults: FaultView[] }>('GET /faults');
  return faults;
}

/** A fault that was added over the network. */
export class RemoteFault implements Remote<FaultHandle> {
  /** Its identifier. */
  readonly id: string;
  readonly #calls: ControlCalls;
  #lastHits = 0;

  /** @internal */
  constructor(calls: ControlCalls, id: string) {
    this.#calls = calls;
    this.id = id;
  }

  /**
   * Returns the number of calls that it has affected. After the fault was removed, this is the number before the
   * removal.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'messages.send', status: 429 });
   * console.log(await fault.hits()); // 0
   * ```
   */
  async hits(): Promise<number> {
    const found = (await listFaults(this.#calls)).find(({ id }) => id === this.id);
    this.#lastHits = found?.hits ?? this.#lastHits;
    return this.#lastHits;
  }

  /**
   * Removes it. Removing it twice has no effect.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'messages.send', status: 429 });
   * await fault.remove();
   * ```
   */
  async remove(): Promise<void> {
    await this.hits();
    await this.#calls.call(`DELETE /faults/${this.id}`);
  }
}
