import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type MessageView,
} from '@messaging-service/emulator';
import { connectEmulator, type RemoteEmulator } from '@messaging-service/emulator/client';
import { listen } from '@messaging-service/emulator/node';
import { messageRequest, START } from '@messaging-service/test-support';
import { onTestFinished } from 'vitest';

/** The controls, wherever the emulator is: each result is awaited. */
type Controls = Emulator | RemoteEmulator;

/** A response of the public API. */
interface PublicResponse {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** An emulator under test. */
export interface Subject {
  readonly controls: Controls;
  /** Sends one message; the passed members replace those of the default one. */
  send(message?: object, key?: string): Promise<PublicResponse>;
}

/** Opens an emulator until the test ends, with a virtual clock by default. */
export type Open = (options?: EmulatorOptions) => Promise<Subject>;

async function openInProcess(options: EmulatorOptions = {}): Promise<Subject> {
  const emulator = createEmulator({ now: START, ...options });
  onTestFinished(() => emulator.close());
  return subject(emulator, emulator.fetch, emulator.baseUrl);
}

async function openRemote(options: EmulatorOptions = {}): Promise<Subject> {
  const emulator = createEmulator({ now: START, ...options });
  const server = await listen(emulator);
  const controls = await connectEmulator({ url: server.url });
  onTestFinished(async () => {
    await controls.close();
    await server.close();
    emulator.close();
  });
  return subject(controls, fetch, server.url);
}

function subject(controls: Controls, fetchFrom: typeof fetch, baseUrl: string): Subject {
  return {
    controls,
    send: async (message = {}, key = controls.account.apiKey) => {
      const body = JSON.stringify(messageRequest(message));
      const response = await fetchFrom(`${baseUrl}/message?key=${key}`, { method: 'POST', body });
      return { status: response.status, body: (await response.json()) as PublicResponse['body'] };
    },
  };
}

/** Sends one message and returns how the emulator shows it. */
export async function sendAndView({ controls, send }: Subject, message: object = {}): Promise<MessageView> {
  const before = (await controls.messages()).length;
  await send(message);
  return (await controls.messages())[before] as MessageView;
}

/** The places from which an emulator can be controlled. */
export const PLACES: readonly (readonly [place: string, open: Open])[] = [
  ['in process', openInProcess],
  ['over the network', openRemote],
];
