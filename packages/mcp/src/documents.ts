import type { McpServer } from '@modelcontextprotocol/server';
import { type ControlPort, readPath } from './controls.ts';

/** The documents that agents can read, with their paths below the prefix of the control API. */
const DOCUMENTS = [
  {
    name: 'agents.md',
    title: 'How to test an application with these tools',
    description:
      'How to point an application here, and how to test a reminder, a code, a STOP, a retry and a campaign.',
    mimeType: 'text/markdown',
  },
  {
    name: 'public-api.yaml',
    title: 'OpenAPI document of the messaging service',
    description:
      'The calls that an application makes: messages, batches, accounts, and the webhooks that it receives.',
    mimeType: 'application/yaml',
  },
] as const;

/** Offers the documents as resources. */
export function registerDocuments(server: McpServer, port: ControlPort): void {
  for (const { name, ...about } of DOCUMENTS) {
    const uri = `messaging-emulator://${name}`;
    server.registerResource(name, uri, about, async () => ({
      contents: [{ uri, mimeType: about.mimeType, text: await readPath(port, `/${name}`) }],
    }));
  }
}
