import { createEmulator, type EmulatorOptions } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { type Served, START, servedBy } from '@messaging-service/test-support';
import { hostOf } from '../../src/emulator.ts';
import { StateFile } from '../../src/state-file/state-file.ts';

/** Serves an emulator that keeps its state, and calls a function with it. */
export async function withServer<Result = undefined>(
  file: string,
  use: (served: Served) => Promise<Result> = () => Promise.resolve(undefined as Result),
  options: EmulatorOptions = { now: START },
): Promise<Result> {
  const emulator = createEmulator(options);
  const stateFile = await StateFile.open(file, hostOf(emulator).sandboxes);
  const server = await listen(emulator, { keeper: stateFile });
  try {
    return await use(servedBy(server, emulator));
  } finally {
    await server.close();
    await stateFile.close();
    emulator.close();
  }
}
