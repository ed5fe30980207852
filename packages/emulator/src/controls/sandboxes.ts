import { CONTROL_PREFIX } from '@messaging-service/protocol';
import * as z from 'zod/mini';
import { doc } from '../runtime/options/doc.ts';
import type { SandboxOptions } from '../runtime/options/options.ts';
import { sandboxSchema } from '../runtime/options/options-check.ts';
import type { NamedService } from '../service/sandboxes.ts';
import { viewClock } from './clock.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { credentials } from './server.ts';
import { mode, now, text } from './values.ts';

/** A sandbox. */
const sandboxAnswer = z.strictObject({
  id: text('Identifier of the sandbox, for paths below `/sandboxes/{id}`.', 'sandbox-1'),
  name: text('Name for users and logs.', 'checkout'),
  controlUrl: text('The address of its control API.', 'http://127.0.0.1:4010/_emulator/sandboxes/sandbox-1'),
  ...credentials,
  now,
  mode,
});

const id = ['The `id` of a sandbox.', 'sandbox-1'] as const;

/** The sandboxes of a server. These paths do not exist below a sandbox. */
export const SANDBOX_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listSandboxes', 'GET /sandboxes', {
    tag: 'server',
    description: 'Lists the sandboxes, oldest first.',
    answer: z.strictObject({
      sandboxes: doc(z.array(sandboxAnswer), 'The sandboxes, in the order in which they were created.'),
    }),
    run: ({ sandboxes, origin }) => ({
      sandboxes: sandboxes.list().map((sandbox) => viewSandbox(sandbox, origin)),
    }),
  }),
  endpoint('createSandbox', 'POST /sandboxes', {
    tag: 'server',
    description: 'Creates a service beside the default one, with its own state, clock, seed and keys.',
    body: sandboxSchema,
    answer: sandboxAnswer,
    statuses: [201],
    refusals: ['conflict'],
    run: ({ sandboxes, origin, body }) => {
      const { name, ...options } = body as SandboxOptions;
      return viewSandbox(sandboxes.create(options, name), origin);
    },
  }),
  endpoint('getSandbox', 'GET /sandboxes/{id}', {
    tag: 'server',
    id,
    description: 'Returns one sandbox.',
    answer: sandboxAnswer,
    run: ({ sandboxes, origin, id: sandbox }) => viewSandbox(sandboxes.get(sandbox), origin),
  }),
  endpoint('deleteSandbox', 'DELETE /sandboxes/{id}', {
    tag: 'server',
    id,
    description: 'Deletes a sandbox. Its keys are then unknown.',
    run: ({ sandboxes, id: sandbox }) => sandboxes.delete(sandbox),
  }),
];

/** A sandbox with everything that a caller needs to use it. */
export function viewSandbox({ id: sandbox, name, service }: NamedService, origin: string) {
  const controlUrl = `${origin}${CONTROL_PREFIX}/sandboxes/${sandbox}`;
  return { id: sandbox, name, controlUrl, ...service.credentials(), ...viewClock(service) };
}
