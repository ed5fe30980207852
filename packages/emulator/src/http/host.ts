import type { EmulatorOptions } from '../runtime/options.ts';
import { Service } from '../runtime/service.ts';
import { Gateway } from './gateway.ts';

/** One emulated service with the way in to it: what an in-process emulator holds, and a server for each sandbox. */
export class Host {
  readonly service: Service;
  readonly gateway: Gateway;

  /**
   * @param options - What the service is made with.
   * @param keySpace - Sets its API keys apart from those of its neighbours; 0 for one that stands alone.
   */
  constructor(options: EmulatorOptions, keySpace = 0) {
    this.service = new Service(options, keySpace);
    this.gateway = new Gateway(this.service);
  }

  /** Back to the beginning, without faults. */
  reset(): void {
    this.gateway.faults.clear();
    this.service.reset();
  }

  /** Where warnings go. */
  readonly warn = (message: string): void => {
    const { onWarning } = this.service.options;
    if (onWarning !== undefined) onWarning(message);
    // biome-ignore lint/suspicious/noConsole: a warning has to reach the person whose test hangs.
    else console.warn(`[messaging-emulator] ${message}`);
  };
}
