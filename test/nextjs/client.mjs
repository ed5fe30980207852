// The clients of the application. The test bundles them, so that the packages need no build.
import { createMessagingClient } from '@messaging-service/sdk';
import { createKyTransport } from '@messaging-service/sdk/ky';
import ky from 'ky';

const transports = {
  default: () => ({}),
  fetch: () => ({ fetch: (url, init) => fetch(url, init) }),
  ky: () => ({ transport: createKyTransport(ky) }),
};

/** A client with the transport of this name. */
export const createClient = (transport) =>
  createMessagingClient({
    baseUrl: process.env.MESSAGING_BASE_URL,
    accountKey: process.env.MESSAGING_ACCOUNT_KEY,
    organizationKey: process.env.MESSAGING_ORGANIZATION_KEY,
    retry: false,
    ...transports[transport](),
  });

const actions = {
  topUp: ({ accounts }, accountUuid) => accounts.topUp({ accountUuid, topup: 100 }),
  create: ({ accounts }) => accounts.create({ name: 'another' }),
  receipts: ({ batches }, batchUuid) => batches.receipts(batchUuid),
};

/** A route handler: makes one call and returns its result. */
export async function handle(request) {
  const { transport, action, argument } = await request.json();
  try {
    return Response.json(await actions[action](createClient(transport), argument));
  } catch (error) {
    return Response.json({ failed: `${error.stack} ${error.cause?.stack}` }, { status: 500 });
  }
}

/** A route handler that does not read its request, so that Next.js may keep its response. */
export const topUp = async () =>
  Response.json(
    await createClient('default').accounts.topUp({
      accountUuid: process.env.MESSAGING_ACCOUNT,
      topup: 100,
    }),
  );
