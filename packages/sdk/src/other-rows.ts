import {
  accountEndpoints,
  batchEndpoints,
  type Endpoint,
  type EndpointNamed,
  type OperationName,
  receiptCodeEndpoints,
} from '@messaging-service/contract';

/** The operations that are not on messages, whose schemas are loaded apart. */
export type OtherOperationName = Exclude<OperationName, 'messages.send'>;

const table: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  batches: batchEndpoints,
  accounts: accountEndpoints,
  receiptCodes: receiptCodeEndpoints,
};

/** The row of the endpoint table by the operation's name. */
export function otherRow<Name extends OtherOperationName>(name: Name): EndpointNamed<Name> {
  const [resource = '', operation = ''] = name.split('.');
  // Every name has its row: the type is made from the table.
  return table[resource]?.[operation] as EndpointNamed<Name>;
}
