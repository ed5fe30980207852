import {
  type AccountsResponse,
  type AccountTopUpRequest,
  type AddBatchQuery,
  type AddMessageQuery,
  type AddMessageResponse,
  type BatchRequest,
  type BatchResponse,
  type CancelBatchResponse,
  type CreateAccountRequest,
  type CreateAccountResponse,
  type CreditNotification,
  type DeliveryReceipt,
  type EditAccountRequest,
  type EditAccountResponse,
  type Endpoints,
  type ErrorBody,
  type ErrorCode,
  type errorBodySchema,
  fillPath,
  type InboundMessage,
  type MergedAddMessageRequest,
  type OperationName,
  type OutboundMessage,
  type PathParameters,
  type PendingBatchesResponse,
  type ReceiptCode,
  type ReceiptSummary,
  type ReceiptsQuery,
  type Sender,
  type ThresholdType,
  type TopUpRequest,
  type TopUpResponse,
  type WEBHOOK_SCHEMAS,
  type WebhookKind,
  type WebhookPayloads,
  webhookKind,
} from '@messaging-service/contract';
import { assertType, describe, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';

type Row<Name extends OperationName> = Name extends `${infer Resource}.${infer Operation}`
  ? Resource extends keyof Endpoints
    ? Operation extends keyof Endpoints[Resource]
      ? Endpoints[Resource][Operation]
      : never
    : never
  : never;
type Part<Name extends OperationName, Member extends 'query' | 'body' | 'response'> =
  Row<Name> extends { readonly [_ in Member]: infer Schema extends z.ZodMiniType } ? z.output<Schema> : null;

describe('each row of the endpoint table has the interfaces of its operation', () => {
  test('messages', () => {
    expectTypeOf<Part<'messages.send', 'query'>>().toEqualTypeOf<AddMessageQuery>();
    expectTypeOf<Part<'messages.send', 'body'>>().toEqualTypeOf<MergedAddMessageRequest>();
    expectTypeOf<Part<'messages.send', 'response'>>().toEqualTypeOf<AddMessageResponse>();
  });

  test('batches', () => {
    expectTypeOf<Part<'batches.send', 'query'>>().toEqualTypeOf<AddBatchQuery>();
    expectTypeOf<Part<'batches.send', 'body'>>().toEqualTypeOf<BatchRequest>();
    expectTypeOf<Part<'batches.send', 'response'>>().toEqualTypeOf<BatchResponse>();
    expectTypeOf<Part<'batches.cancel', 'body'>>().toEqualTypeOf<null>();
    expectTypeOf<Part<'batches.cancel', 'response'>>().toEqualTypeOf<CancelBatchResponse>();
    expectTypeOf<Part<'batches.receipts', 'query'>>().toEqualTypeOf<ReceiptsQuery>();
    expectTypeOf<Part<'batches.receipts', 'response'>>().toEqualTypeOf<ReceiptSummary>();
    expectTypeOf<Part<'batches.listPending', 'response'>>().toEqualTypeOf<PendingBatchesResponse>();
  });

  test('accounts and receipt codes', () => {
    expectTypeOf<Part<'accounts.list', 'response'>>().toEqualTypeOf<AccountsResponse>();
    expectTypeOf<Part<'accounts.create', 'body'>>().toEqualTypeOf<CreateAccountRequest>();
    expectTypeOf<Part<'accounts.create', 'response'>>().toEqualTypeOf<CreateAccountResponse>();
    expectTypeOf<Part<'accounts.update', 'body'>>().toEqualTypeOf<EditAccountRequest>();
    expectTypeOf<Part<'accounts.update', 'response'>>().toEqualTypeOf<EditAccountResponse>();
    expectTypeOf<Part<'accounts.topUp', 'body'>>().toEqualTypeOf<TopUpRequest>();
    expectTypeOf<Part<'accounts.topUp', 'response'>>().toEqualTypeOf<TopUpResponse>();
    expectTypeOf<Part<'accounts.topUpOnAccountPath', 'body'>>().toEqualTypeOf<AccountTopUpRequest>();
    expectTypeOf<Part<'receiptCodes.list', 'response'>>().toEqualTypeOf<ReceiptCode[]>();
  });

  test('operations are named by resource and operation', () => {
    expectTypeOf<OperationName>().toEqualTypeOf<
      {
        [Resource in keyof Endpoints]: `${Resource}.${keyof Endpoints[Resource] & string}`;
      }[keyof Endpoints]
    >();
    expectTypeOf<Row<'batches.cancel'>['path']>().toEqualTypeOf<'/batch/{batchUuid}'>();
  });
});

test('each kind of webhook has its payload, and a kind may be unknown', () => {
  type Payload<Kind extends WebhookKind> = z.output<(typeof WEBHOOK_SCHEMAS)[Kind]>;
  expectTypeOf<WebhookKind>().toEqualTypeOf<keyof WebhookPayloads>();
  expectTypeOf<Payload<'inbound-message'>>().toEqualTypeOf<InboundMessage>();
  expectTypeOf<Payload<'delivery-receipt'>>().toEqualTypeOf<DeliveryReceipt>();
  expectTypeOf<Payload<'credit-notification'>>().toEqualTypeOf<CreditNotification>();
  expectTypeOf(webhookKind).toEqualTypeOf<(payload: unknown) => WebhookKind | undefined>();
});

test('the names in a path template are the parameters it takes, no more and no fewer', () => {
  expectTypeOf<PathParameters<'/batch/{batchUuid}'>>().toEqualTypeOf<{ readonly batchUuid: string }>();
  expectTypeOf<PathParameters<'/{a}/x/{b}'>>().toEqualTypeOf<{ readonly a: string; readonly b: string }>();
  expectTypeOf<keyof PathParameters<'/message'>>().toEqualTypeOf<never>();
  fillPath('/batch/{batchUuid}', { batchUuid: 'b' });
  // @ts-expect-error a parameter is missing
  fillPath('/batch/{batchUuid}', {});
  // @ts-expect-error a parameter has another name
  fillPath('/batch/{batchUuid}', { uuid: 'b' });
});

test('a shared sender has no value and a custom one must', () => {
  expectTypeOf<{ type: 'shared' }>().toExtend<Sender>();
  expectTypeOf<{ type: 'custom'; value: string }>().toExtend<Sender>();
  // @ts-expect-error the service chooses shared sender IDs
  assertType<Sender>({ type: 'shared', value: '447700900980' });
  expectTypeOf<{ type: 'custom' }>().not.toExtend<Sender>();
  expectTypeOf<{ to: string; from: Sender; body: string }>().toExtend<OutboundMessage>();
  expectTypeOf<{ to: string; from: Sender }>().not.toExtend<OutboundMessage>();
});

test('enums of responses are open: the editor suggests known values, the compiler accepts any', () => {
  expectTypeOf<ErrorCode>().toExtend<ErrorBody['error']['code']>();
  expectTypeOf<string>().toExtend<ErrorBody['error']['code']>();
  expectTypeOf<z.output<typeof errorBodySchema>>().toEqualTypeOf<ErrorBody>();
  expectTypeOf<ThresholdType>().toExtend<CreditNotification['threshold_type']>();
  expectTypeOf<string>().toExtend<CreditNotification['threshold_type']>();
});
