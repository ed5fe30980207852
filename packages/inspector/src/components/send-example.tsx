import type { AccountsResponse } from '../api/types.ts';
import { useResource } from '../live/use-resource.ts';
import { CodeBlock } from './code-block.tsx';

/** A call to type in a terminal, ready for this very emulator. */
export function SendExample() {
  const { data } = useResource<AccountsResponse>('/accounts');
  const account = data?.accounts.find(({ deleted, senders }) => !deleted && senders.length > 0);
  if (account === undefined) return null;
  const body = {
    messages: [
      {
        to: '447700900123',
        from: { type: 'custom', value: account.senders[0] },
        body: 'Your code is 482913',
      },
    ],
  };
  return (
    <CodeBlock label="Example call">
      {`curl '${location.origin}/message?key=${account.apiKey}' \\\n  -d '${JSON.stringify(body)}'`}
    </CodeBlock>
  );
}
