import type { FaultHandle, Remote } from '../api.ts';
import type { FaultView } from '../http/public/faults.ts';
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

  /** Counts the calls that it has affected so far; once it is removed, those before. */
  async hits(): Promise<number> {
    const found = (await listFaults(this.#calls)).find(({ id }) => id === this.id);
    this.#lastHits = found?.hits ?? this.#lastHits;
    return this.#lastHits;
  }

  /** Removes it. Removing it twice has no effect. */
  async remove(): Promise<void> {
    await this.hits();
    await this.#calls.call(`DELETE /faults/${this.id}`);
  }
}
