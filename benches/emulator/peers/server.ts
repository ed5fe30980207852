/** The Twilio service of `emulate`. It is installed only in this folder, so it is imported by file. */
import { createServer } from 'node:net';
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

/** Finds a free port, because the service cannot choose one. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
