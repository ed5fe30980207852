import { shellWord } from '@messaging-service/text';
import { connection } from '../api/connection.ts';
import type { AccountsResponse } from '../api/types.ts';
import { CodeBlock } from '../components/code-block.tsx';
import { useResource } from '../live/use-resource.ts';

/** A number without an outcome of its own, so that the setting of the network applies to it. */
const EXAMPLE_NUMBER = '447700900910';

/** A call to run in a terminal, and on request a program, with the address and a key of this emulator. */
export function SendExample({ withClient = false }: { readonly withClient?: boolean }) {
  const { data } = useResource<AccountsResponse>('/accounts');
  const account = data?.accounts.find(({ deleted, senders }) => !deleted && senders.length > 0);
  if (account === undefined) return null;
  // Lines of a length that fits into the view.
  const body = [
    `{"messages":[{"to":"${EXAMPLE_NUMBER}",`,
    `  "from":{"type":"custom","value":${JSON.stringify(account.senders[0])}},`,
    `  "body":"Your code is 482913"}]}`,
  ];
  const command = `curl '${connection.origin}/message?key=${account.apiKey}' \\\n  -d ${shellWord(body.join('\n'))}`;
  const program = [
    "import { createMessagingClient } from '@messaging-service/sdk';",
    '',
    'const { messages } = createMessagingClient({',
    `  baseUrl: '${connection.origin}',`,
    `  accountKey: '${account.apiKey}',`,
    '});',
    'await messages.sendOne({',
    `  to: '${EXAMPLE_NUMBER}',`,
    `  from: { type: 'custom', value: ${JSON.stringify(account.senders[0])} },`,
    "  body: 'Your code is 482913',",
    '});',
  ];
  return (
    <>
      <CodeBlock label="Example call">{command}</CodeBlock>
      {withClient && <CodeBlock label="Example program">{program.join('\n')}</CodeBlock>}
    </>
  );
}
