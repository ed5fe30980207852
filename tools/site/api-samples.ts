import { readFileSync } from 'node:fs';
import type { Accounts, Batches, Messages } from '@messaging-service/sdk';

interface Client {
  readonly messages: Messages;
  readonly batches: Batches;
  readonly accounts: Accounts;
  readonly receiptCodes: () => PromiseLike<
    readonly { readonly code: string; readonly description: string }[]
  >;
}

/** Calls every operation once. The API reference shows each region beside the operation of its name. */
export async function callEveryOperation({
  messages,
  batches,
  accounts,
  receiptCodes,
}: Client): Promise<void> {
  // #region messages.send
  const sent = await messages.send({
    messages: [{ to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' }],
  });
  console.log(sent.messages[0]?.messageUuid);
  // #endregion
  // #region batches.send
  const { identifier: batchUuid } = await batches.send({
    from: 'DEMO',
    message: 'The office is closed today',
    destinations: ['447700900123', '447700900124'],
    at: new Date(Date.now() + 3_600_000),
  });
  // #endregion
  // #region batches.listPending
  const { batches: pending } = await batches.listPending();
  for (const { identifier, at } of pending) console.log(identifier, at);
  // #endregion
  // #region batches.receipts
  const { counts, details } = await batches.receipts(batchUuid, { details: true });
  console.log(counts.delivered, details);
  // #endregion
  // #region batches.cancel
  await batches.cancel(batchUuid);
  // #endregion
  // #region accounts.create
  const { identifier: accountUuid, apiKey } = await accounts.create({ name: 'North branch' });
  // #endregion
  console.log(apiKey);
  // #region accounts.list
  const { accounts: all } = await accounts.list();
  for (const { name, credits } of all) console.log(name, credits);
  // #endregion
  // #region accounts.update
  await accounts.update(accountUuid, { schedule: '0 6 1 * *', paid_credits: { allow_negative: true } });
  // #endregion
  // #region accounts.topUp
  await accounts.topUp({ accountUuid, topup: 400 });
  // #endregion
  // #region accounts.deactivate
  await accounts.deactivate(accountUuid);
  // #endregion
  // #region receiptCodes.list
  for (const { code, description } of await receiptCodes()) console.log(code, description);
  // #endregion
}

/** The code of each operation in TypeScript, by the name of the operation. */
export function readSamples(): ReadonlyMap<string, string> {
  const source = readFileSync(import.meta.filename, 'utf8');
  const regions = source.matchAll(/^ *\/\/ #region ([\w.]+)\n([\s\S]*?)^ *\/\/ #endregion$/gm);
  return new Map(
    [...regions].map(([, name = '', code = '']) => [
      name,
      program(name, code.replace(/^ {2}/gm, '').trimEnd()),
    ]),
  );
}

function program(operation: string, code: string): string {
  const [resource = ''] = operation.split('.');
  const key =
    resource === 'accounts'
      ? "  organizationKey: process.env.MESSAGING_ORGANIZATION_KEY ?? '',"
      : "  accountKey: process.env.MESSAGING_ACCOUNT_KEY ?? '',";
  return [
    "import { createMessagingClient } from '@messaging-service/sdk';",
    '',
    `const { ${resource} } = createMessagingClient({`,
    "  baseUrl: 'https://api.example.com',",
    key,
    '});',
    '',
    code,
  ].join('\n');
}
