/** The server of the emulator, with a state file where `BENCH_STATE` is `1`. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { type EmulatorServer, listen } from '@messaging-service/emulator/node';
import { StateFile } from '../../../packages/emulator/src/state-file/state-file.ts';
import { ACCOUNT } from '../../emulator/requests.ts';
import { answerQuestions } from '../../measure/answer-questions.ts';

let emulator: Emulator | undefined;
let server: EmulatorServer | undefined;
let stateFile: StateFile | undefined;

await answerQuestions(async () => {
  await server?.close();
  await stateFile?.close();
  emulator?.close();
  emulator = createEmulator({ clock: 'system', accounts: [ACCOUNT] });
  server = await listen(emulator, {
    prepare: async (sandboxes) => {
      if (process.env.BENCH_STATE !== '1') return undefined;
      const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'state');
      const opened = await StateFile.open(file, sandboxes, (error) => {
        throw error;
      });
      stateFile = opened;
      return () => opened.room();
    },
  });
  return server.url;
});
