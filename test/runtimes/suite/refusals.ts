import { check, failure, matches } from './checks.ts';
import type { Cases } from './context.ts';
import { message, sender } from './sending.ts';

/** Refusals by the client and by the service, and their errors. */
export const refusals: Cases = {
  'refuses wrong options with ConfigurationError': async ({ sdk, sandbox }) => {
    const { accountKey } = sandbox;
    for (const baseUrl of ['nowhere', 'ftp://example.com', 'https://user:word@example.com'])
      await failure(() => sdk.createMessagingClient({ baseUrl, accountKey }), sdk.ConfigurationError);
  },
  'refuses a wrong message with RequestValidationError and sends nothing': async (context) => {
    const { messages } = sender(context);
    const { issues } = await failure(
      () => messages.send({ messages: [message, { ...message, to: 'nobody' }] }),
      context.sdk.RequestValidationError,
      { attempts: 0, maybeSent: false },
    );
    matches(issues, [{ path: 'messages.1.to' }]);
    matches(await context.sandbox.messages(), []);
  },
  'reports an unknown key with InvalidKeyError': async ({ sdk, stage }) => {
    const accountKey = '0123456789abcdef0123456789abcdef';
    const { messages } = sdk.createMessagingClient({ baseUrl: stage.api, accountKey });
    const refused = { status: 400, code: 'invalid_key', attempts: 1, maybeSent: false };
    const error = await failure(() => messages.sendOne(message), sdk.InvalidKeyError, refused);
    check(error instanceof sdk.ApiError && error instanceof sdk.MessagingError, 'not below ApiError');
  },
  'reports a lack of credits with InsufficientCreditsError, and queues none of the messages': async (
    context,
  ) => {
    const many = Array.from({ length: 51 }, () => ({ ...message, body: 'Hello' }));
    const refused = { status: 402, code: 'insufficient_credits', maybeSent: false };
    const { messages } = sender(context);
    await failure(() => messages.send({ messages: many }), context.sdk.InsufficientCreditsError, refused);
    matches(await context.sandbox.messages(), []);
  },
  'reports a sender ID of another account, and an unknown batch': async (context) => {
    const { messages, batches } = sender(context);
    const from = { type: 'custom', value: 'OTHER' } as const;
    const { SenderNotOwnedError, NotFoundError } = context.sdk;
    await failure(() => messages.sendOne({ ...message, from }), SenderNotOwnedError, { status: 403 });
    const unknown = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
    await failure(() => batches.receipts(unknown), NotFoundError, { code: 'batch_not_found' });
  },
  'keeps the page of a proxy that returns 502': async (context) => {
    const body = '<html>Bad gateway</html>';
    const headers = { 'content-type': 'text/html', 'x-request-id': 'r-1' };
    await context.sandbox.fault({ status: 502, body, headers });
    const expected = { status: 502, code: undefined, body, requestId: 'r-1', maybeSent: true };
    await failure(() => sender(context).messages.sendOne(message), context.sdk.ServerError, expected);
  },
  'reports a response of the wrong shape with UnexpectedResponseError': async (context) => {
    await context.sandbox.fault({ status: 200, body: '{"messages":[' });
    const { messages } = sender(context);
    await failure(() => messages.sendOne(message), context.sdk.UnexpectedResponseError, {
      maybeSent: true,
    });
  },
  'does not follow a redirect, which would carry the key elsewhere': async (context) => {
    const { sandbox, sdk } = context;
    await sandbox.fault({ status: 307, headers: { location: sandbox.inbox } });
    await failure(() => sender(context).messages.sendOne(message), sdk.MessagingError, { attempts: 1 });
    matches(await sandbox.webhooks(), []);
  },
};
