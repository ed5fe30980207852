/** The Twilio service of `emulate`. It is installed only in this folder, so it is imported by file. */
import { freePort } from '../../../packages/test-support/src/free-port.ts';
import { answerQuestions } from '../../measure/answer-questions.ts';

interface Peer {
  readonly url: string;
  close(): Promise<void>;
}

type CreateEmulator = (options: { service: 'twilio'; port: number }) => Promise<Peer>;

const file = new URL('./node_modules/emulate/dist/api.js', import.meta.url).href;
const { createEmulator } = (await import(file)) as { createEmulator: CreateEmulator };
let peer: Peer | undefined;

await answerQuestions(async () => {
  await peer?.close();
  peer = await createEmulator({ service: 'twilio', port: await freePort() });
  return peer.url.replace('localhost', '127.0.0.1');
});
