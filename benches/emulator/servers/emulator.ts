/** The emulator's server as the command starts it: with the machine's clock, and defaults for everything else. */
import { createEmulator } from '@messaging-service/emulator';
import { type EmulatorServer, listen } from '@messaging-service/emulator/node';
import { answerQuestions } from '../../measure/answer-questions.ts';
import { ACCOUNT } from '../requests.ts';

let server: EmulatorServer | undefined;

await answerQuestions(async () => {
  await server?.close();
  server = await listen(createEmulator({ clock: 'system', accounts: [ACCOUNT] }));
  return server.url;
});
