import { type ConformanceTarget, checkConformance } from '@messaging-service/conformance';
import { describe, expect, test } from 'vitest';
import {
  type Alter,
  type Altered,
  altered,
  answering,
  behind,
  delivering,
  idsOf,
  lenient,
  owningEverything,
  violated,
  withAnotherKey,
} from './altered-service.ts';
import { emulatedTarget } from './emulated-target.ts';

test('a service that is right has no clause reported', async () => {
  expect(await violated(emulatedTarget().target)).toEqual([]);
});

describe('a wrong service has the clause reported that it breaks, and no other', () => {
  const everyMessage = (change: (message: Record<string, unknown>) => void): Alter => {
    return (answer, { operation }) => {
      if (operation === 'POST /message') answer.messages.forEach(change);
    };
  };
  const everyAccount = (change: (account: Altered['accounts'][number]) => void): Alter => {
    return (answer, { operation }) => {
      if (operation === 'GET /account') answer.accounts.forEach(change);
    };
  };

  const wrongs: Readonly<Record<string, ConformanceTarget>> = {
    'receipt-codes.list': altered((answer, { operation }) =>
      operation === 'GET /dr-responses' ? [{ code: '1', description: 'Sent' }] : answer,
    ),
    'accounts.balance': altered(everyAccount((account) => Object.assign(account, { credits: -1 }))),
    'accounts.secret-not-shown': altered(
      everyAccount(({ mo }) => Object.assign(mo, { mo_webhook_secret: 'x' })),
    ),
    'add-message.send-at-echoed': altered(
      everyMessage((message) => {
        if (typeof message.send_at === 'string') message.send_at = new Date(message.send_at).toISOString();
      }),
    ),
    'add-message.merge-own-values-win': altered((answer, { operation, body }) => {
      const { defaults } = operation === 'POST /message' ? (JSON.parse(body) as { defaults?: object }) : {};
      if (defaults === undefined) return;
      for (const message of answer.messages) Object.assign(message, defaults);
    }),
    'add-message.sent-immediately': altered(
      everyMessage((message) => Object.assign(message, { scheduled: true })),
    ),
    'add-message.scheduled': altered(everyMessage((message) => Object.assign(message, { scheduled: false }))),
    'authentication.key-required': lenient(({ operation, query }) =>
      operation === 'GET /batch' && !query.has('key') ? { batches: [] } : undefined,
    ),
    'authentication.organization-key-for-accounts': lenient(({ operation, query }) => {
      const { accountKey } = emulatedTarget().target.keys;
      return operation === 'GET /account' && query.get('key') === accountKey ? { accounts: [] } : undefined;
    }),
    'edit-account.standard-cron-only': lenient(({ body }) =>
      body.includes('@hourly') ? { status: 'success' } : undefined,
    ),
    'authentication.account-key-to-send': withAnotherKey(({ operation, query }) => {
      const { organizationKey } = emulatedTarget().target.keys;
      return operation === 'POST /message' && query.get('key') === organizationKey;
    }),
    'authentication.organization-key-to-edit': withAnotherKey(({ operation, query }) => {
      const { accountKey } = emulatedTarget().target.keys;
      return operation.startsWith('PATCH /account/') && query.get('key') === accountKey;
    }),
    'edit-account.invalid-key': answering(401, ({ operation, query }) => {
      return operation.startsWith('PATCH /account/') && !query.has('key');
    }),
    'add-message.echoes': altered(everyMessage((message) => delete message.id)),
    'add-message.sender-owned': owningEverything(),
    'receipts.counts': altered(({ details = [] }) => {
      for (const detail of details) detail.destination = detail.destination.slice(1);
    }),
    'scheduling.holds-credits': altered(
      everyAccount((account) => {
        const { credits, held_credits } = account;
        Object.assign(account, { credits: credits + held_credits });
      }),
    ),
    'shared-senders.locked': {
      ...altered(
        everyMessage(({ from }) => {
          const sender = from as { type: string; value: string };
          if (sender.type === 'shared') sender.value = '447700900980';
        }),
      ),
      // Nobody could write to the right account.
      writeFromHandset: undefined,
    },
    'webhooks.delivery-receipt': delivering((webhook) => ({
      ...webhook,
      body: webhook.body.replace('"code":"00"', '"code":"22"'),
    })),
    'webhooks.inbound-unsigned': delivering((webhook) => ({
      ...webhook,
      headers: { environment: 'emulator', ...webhook.headers },
    })),
    'add-message.body-required': lenient(({ operation, body }) =>
      operation === 'POST /message' &&
      !body.includes('"body"') &&
      body.includes('"from"') &&
      body.includes('"to"')
        ? { messages: [] }
        : undefined,
    ),
  };

  test.each(Object.entries(wrongs))('%s', async (id, target) => {
    expect(idsOf(await violated(target))).toEqual([id]);
  });
});

test('no key is in the report, not even where the service repeats it', async () => {
  const { target } = emulatedTarget();
  const indiscreet = behind(target, async (url, init) => {
    const response = await target.fetch(url, init);
    return Response.json({ echo: url, answer: await response.json() }, { status: response.status });
  });
  const report = await checkConformance(indiscreet);
  expect(report.clauses.some(({ outcome }) => outcome === 'failed')).toBe(true);
  expect(JSON.stringify(report)).not.toMatch(/[0-9a-f]{32}/);
});

test('unless sending is allowed, nothing is sent, held or left behind', async () => {
  const { emulator, target } = emulatedTarget();
  const before = emulator.snapshot();
  const { clauses } = await checkConformance({ ...target, dryRunOnly: undefined });
  expect(clauses.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(clauses.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(30);
  expect(emulator.snapshot().state).toEqual(before.state);
});

test('a service that does not answer has every clause that was asked reported as unanswered', async () => {
  const { target } = emulatedTarget();
  const results = await violated({ ...target, fetch: () => Promise.reject(new TypeError('fetch failed')) });
  expect(results.length).toBeGreaterThan(30);
  for (const { detail } of results) expect(detail).toMatch(/ got no response: fetch failed$/);
});
