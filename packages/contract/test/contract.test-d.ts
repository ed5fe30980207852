import {
  type CreditNotification,
  type Endpoints,
  type ErrorBody,
  type ErrorCode,
  type errorBodySchema,
  fillPath,
  type OperationName,
  type OutboundMessage,
  type PathParameters,
  type Sender,
  type ThresholdType,
} from '@messaging-service/contract';
import { assertType, expectTypeOf, test } from 'vitest';
import type * as z from 'zod/mini';

test('operations are named by resource and operation', () => {
  expectTypeOf<OperationName>().toEqualTypeOf<
    {
      [Resource in keyof Endpoints]: `${Resource}.${keyof Endpoints[Resource] & string}`;
    }[keyof Endpoints]
  >();
  expectTypeOf<Endpoints['batches']['cancel']['path']>().toEqualTypeOf<'/batch/{batchUuid}'>();
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
