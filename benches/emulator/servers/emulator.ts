/** The emulator's node face, as the command starts it: the machine's clock, everything else by default. */
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
