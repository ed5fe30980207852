import * as z from 'zod/mini';
import { doc } from '../../runtime/options/doc.ts';
import type { SandboxOptions } from '../../runtime/options/options.ts';
import { sandboxSchema } from '../../runtime/options/options-check.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { viewSandbox } from '../views/server.ts';
import { sandboxAnswer } from './server.ts';

const id = ['The `id` of a sandbox.', 'sandbox-1'] as const;

/** The sandboxes of a server. These paths do not exist below a sandbox. */
export const SANDBOX_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    name: 'listSandboxes',
    tag: 'server',
    method: 'GET',
    path: '/sandboxes',
    description: 'Lists the sandboxes, oldest first.',
    answer: z.strictObject({
      sandboxes: doc(z.array(sandboxAnswer), 'The sandboxes, in the order in which they were created.'),
    }),
    run: ({ sandboxes, origin }) => ({
      sandboxes: sandboxes.list().map((sandbox) => viewSandbox(sandbox, origin)),
    }),
  }),
  endpoint({
    name: 'createSandbox',
    tag: 'server',
    method: 'POST',
    path: '/sandboxes',
    description: 'Creates a service beside the default one, with its own state, clock, seed and keys.',
    body: sandboxSchema,
    answer: sandboxAnswer,
    status: 201,
    refusals: ['conflict'],
    run: ({ sandboxes, origin, body }) => {
      const { name, ...options } = body as SandboxOptions;
      return viewSandbox(sandboxes.create(options, name), origin);
    },
  }),
  endpoint({
    name: 'getSandbox',
    tag: 'server',
    method: 'GET',
    path: '/sandboxes/{id}',
    id,
    description: 'Returns one sandbox.',
    answer: sandboxAnswer,
    refusals: ['not_found'],
    run: ({ sandboxes, origin, id: sandbox }) => viewSandbox(sandboxes.get(sandbox), origin),
  }),
  endpoint({
    name: 'deleteSandbox',
    tag: 'server',
    method: 'DELETE',
    path: '/sandboxes/{id}',
    id,
    description: 'Deletes a sandbox. Its keys are then unknown.',
    refusals: ['not_found'],
    run: ({ sandboxes, id: sandbox }) => {
      sandboxes.delete(sandbox);
      return {};
    },
  }),
];
