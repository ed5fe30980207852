import {
  type ClauseResult,
  type ConformanceTarget,
  checkConformance,
  type ReceivedWebhook,
} from '@messaging-service/conformance';
import { describe, expect, test } from 'vitest';
import { emulatedTarget } from './emulated-target.ts';

/** A call as the wrapper sees it. */
interface Seen {
  readonly operation: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** What the altered answers hold, one or the other. */
interface Altered {
  readonly messages: Record<string, unknown>[];
  readonly accounts: { readonly mo: object; readonly credits: number; readonly held_credits: number }[];
  readonly details?: { destination: string }[];
}

/** Changes an answer, or gives another one in its place. */
type Alter = (answer: Altered, seen: Seen) => unknown;

/** A service with something between it and who asks. */
function behind(
  target: ConformanceTarget,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): ConformanceTarget {
  return { ...target, fetch: (input, init = {}) => fetch(input as string, init) };
}

function see(url: string, { method, body }: RequestInit): Seen {
  const { pathname, searchParams } = new URL(url);
  return {
    operation: `${method} ${pathname}`,
    query: searchParams,
    body: typeof body === 'string' ? body : '',
  };
}

/** A service that is wrong in one thing: its answers of status 200 are altered on their way. */
function altered(alter: Alter): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, async (url, init) => {
    const response = await target.fetch(url, init);
    if (response.status !== 200) return response;
    const answer = (await response.json()) as Altered;
    return Response.json(alter(answer, see(url, init)) ?? answer);
  });
}

/** A service that takes what it should refuse. */
function lenient(takes: (seen: Seen) => object | undefined): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, async (url, init) => {
    const taken = takes(see(url, init));
    return taken === undefined ? target.fetch(url, init) : Response.json(taken);
  });
}

/** A service that takes one kind of key for the other, in some calls. */
function withAnotherKey(takes: (seen: Seen) => boolean): ConformanceTarget {
  const { target } = emulatedTarget();
  const { accountKey, organizationKey = '' } = target.keys;
  return behind(target, (url, init) => {
    if (!takes(see(url, init))) return target.fetch(url, init);
    const other = url.includes(accountKey)
      ? url.replace(accountKey, organizationKey)
      : url.replace(organizationKey, accountKey);
    return target.fetch(other, init);
  });
}

/** A service that answers some calls with a status of its own. */
function answering(status: number, answers: (seen: Seen) => boolean): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, async (url, init) =>
    answers(see(url, init)) ? Response.json({}, { status }) : target.fetch(url, init),
  );
}

/** A service that sends from any sender ID, as if the account owned it. */
function owningEverything(): ConformanceTarget {
  const { target } = emulatedTarget();
  return behind(target, (url, init) => {
    const { body } = see(url, init);
    return target.fetch(url, body === '' ? init : { ...init, body: body.replace('NOTMINE0000', 'DEMO') });
  });
}

/** A service whose webhooks are altered on their way. */
function delivering(alter: (webhook: ReceivedWebhook) => ReceivedWebhook): ConformanceTarget {
  const { target } = emulatedTarget();
  const receiveWebhooks = () => {
    const receiver = target.receiveWebhooks();
    return {
      url: receiver.url,
      received: () => receiver.received().map(alter),
      answerWith: (status: number) => receiver.answerWith(status),
    };
  };
  return { ...target, receiveWebhooks };
}

const violated = async (target: ConformanceTarget): Promise<ClauseResult[]> =>
  (await checkConformance(target)).clauses.filter(({ outcome }) => outcome === 'violated');

const idsOf = (results: readonly ClauseResult[]) => results.map(({ id }) => id);

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
    'add-message.sent-at-once': altered(
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

test('a service that queues dry runs is found out by messages far ahead, and nothing is sent', async () => {
  const { emulator, target } = emulatedTarget();
  const deaf = behind({ ...target, dryRunOnly: true }, (url, init) =>
    target.fetch(url.replaceAll(/(isDryrun|dryRun)=true&?/g, ''), init),
  );
  const results = await violated(deaf);
  expect(idsOf(results)).toEqual(['dry-run.queues-nothing']);
  expect(emulator.messages()).toEqual([]);
});

describe('a service that queues dry runs has them found out and cancelled', () => {
  /** Asked by somebody who may not send: all dry runs that `isDeaf` names are queued, and answers pass `alter`. */
  async function ask(isDeaf: (seen: Seen) => boolean, alter: Alter) {
    const { emulator, target } = emulatedTarget();
    // The number as people may write it; details show it with the plus, too.
    const to = '+447700900001';
    const deaf = behind({ ...target, to, dryRunOnly: true }, async (url, init) => {
      const seen = see(url, init);
      const asked = isDeaf(seen) ? url.replaceAll(/(isDryrun|dryRun)=true&?/g, '') : url;
      const response = await target.fetch(asked, init);
      if (response.status !== 200) return response;
      const answer = (await response.json()) as Altered;
      return Response.json(alter(answer, seen) ?? answer);
    });
    return { results: await violated(deaf), left: emulator.messages() };
  }

  const listsNothing: Alter = (_, { operation }) =>
    operation === 'GET /batch' ? { batches: [] } : undefined;
  const saysNothing: Alter = (_, { operation }) => (operation.startsWith('POST') ? {} : undefined);

  test('when it lists as pending only what holds credits, and this holds none', async () => {
    const { results, left } = await ask(() => true, listsNothing);
    expect(idsOf(results)).toEqual(['dry-run.queues-nothing']);
    expect(left).toEqual([]);
  });

  test('when only batches are queued, and are not listed as pending', async () => {
    const { results, left } = await ask(({ operation }) => operation === 'POST /batch', listsNothing);
    expect(idsOf(results)).toEqual(['add-batch.dry-run']);
    expect(left).toEqual([]);
  });

  test('when its answer does not say what it has queued', async () => {
    const { results, left } = await ask(() => true, saysNothing);
    expect(idsOf(results)).toEqual(['dry-run.queues-nothing']);
    expect(left).toEqual([]);
  });

  test('when it queues those only that are to be sent at once, and says that nothing can be done about them', async () => {
    const isForNow = ({ body }: Seen) => /"send_at":"2026-03-01T0[89]:0[0-4]/.test(body);
    const { results } = await ask(isForNow, () => undefined);
    expect(idsOf(results)).toEqual(['add-message.sent-at-once']);
    expect(results[0]?.detail).toMatch(/^a dry run queued (\S+, \S+); not cancelled: \1;/);
  });
});

test('what somebody else schedules meanwhile is no dry run that was queued, and is left alone', async () => {
  const { emulator, target } = emulatedTarget();
  const busy = behind({ ...target, dryRunOnly: true }, async (url, init) => {
    const { operation, query, body } = see(url, init);
    if (operation === 'POST /message' && query.has('isDryrun')) {
      const theirs = body.replaceAll('447700900001', '447700900002').replace(/,"id":"[^"]+"/, '');
      await target.fetch(url.replaceAll(/(isDryrun|dryRun)=true&?/g, ''), { ...init, body: theirs });
    }
    return target.fetch(url, init);
  });
  expect(await violated(busy)).toEqual([]);
  expect(emulator.messages().length).toBeGreaterThan(0);
});

test('where the pending batches cannot be listed, that is the clause that does not hold, and no dry run is made', async () => {
  const { target } = emulatedTarget();
  const seen: string[] = [];
  const without = behind({ ...target, dryRunOnly: true }, async (url, init) => {
    const { operation, query } = see(url, init);
    seen.push(operation);
    const { accountKey } = target.keys;
    if (operation === 'GET /batch' && query.get('key') === accountKey)
      return new Response('', { status: 503 });
    return target.fetch(url, init);
  });
  expect(idsOf(await violated(without))).toEqual(['pending-batches.list']);
  expect(seen.filter((operation) => operation === 'POST /batch')).toEqual([]);
});

test('where a dry run is refused that should not be, the report says how, once', async () => {
  const { target } = emulatedTarget();
  const { clauses } = await checkConformance({ ...target, dryRunOnly: true, sender: 'NOTMINE' });
  const details = clauses.flatMap(({ detail = '' }) => (detail.includes('dry run') ? [detail] : []));
  const others = details.filter(
    (detail) => detail !== 'no dry run can be made here: see dry-run.queues-nothing',
  );
  expect(details.length).toBeGreaterThan(10);
  expect(others).toEqual([
    expect.stringMatching(/^a dry run of an ordinary message was refused: messages.send was answered 403 /),
  ]);
});

test('no key is in the report, not even where the service repeats it', async () => {
  const { target } = emulatedTarget();
  const indiscreet = behind(target, async (url, init) => {
    const response = await target.fetch(url, init);
    return Response.json({ echo: url, answer: await response.json() }, { status: response.status });
  });
  const report = await checkConformance(indiscreet);
  expect(report.clauses.some(({ outcome }) => outcome === 'violated')).toBe(true);
  expect(JSON.stringify(report)).not.toMatch(/[0-9a-f]{32}/);
});

test('unless sending is allowed, nothing is sent, held or left behind', async () => {
  const { emulator, target } = emulatedTarget();
  const before = emulator.snapshot();
  const { clauses } = await checkConformance({ ...target, dryRunOnly: undefined });
  expect(clauses.filter(({ outcome }) => outcome === 'violated')).toEqual([]);
  expect(clauses.filter(({ outcome }) => outcome === 'holds').length).toBeGreaterThan(30);
  expect(emulator.snapshot().state).toEqual(before.state);
});

test('a service that does not answer has every clause that was asked reported as unanswered', async () => {
  const { target } = emulatedTarget();
  const results = await violated({ ...target, fetch: () => Promise.reject(new TypeError('fetch failed')) });
  expect(results.length).toBeGreaterThan(30);
  for (const { detail } of results) expect(detail).toMatch(/ had no answer: fetch failed$/);
});
