/** The views, in the order of the navigation. */
export const VIEWS = [
  'overview',
  'phones',
  'messages',
  'clock',
  'accounts',
  'webhooks',
  'requests',
  'state',
] as const;
export type View = (typeof VIEWS)[number];

interface ObjectAddress {
  /** First segment of its path. */
  readonly path: string;
  /** The view that shows it. */
  readonly view: View;
  /** The parameter of the view that has its identifier. */
  readonly parameter: string;
  /** Whether it is what the view lists. A batch is shown in the view of the messages. */
  readonly isMain: boolean;
}

/** Where each kind of object is shown. Its address is `#/<path>/<identifier>`. */
export const OBJECTS = {
  message: { path: 'messages', view: 'messages', parameter: 'id', isMain: true },
  batch: { path: 'batches', view: 'messages', parameter: 'batch', isMain: false },
  request: { path: 'requests', view: 'requests', parameter: 'id', isMain: true },
  webhook: { path: 'webhooks', view: 'webhooks', parameter: 'id', isMain: true },
  account: { path: 'accounts', view: 'accounts', parameter: 'id', isMain: true },
  phone: { path: 'phones', view: 'phones', parameter: 'number', isMain: true },
  /** A job is identified by its kind and its object, such as `send-batch:<batch UUID>`. */
  job: { path: 'jobs', view: 'clock', parameter: 'id', isMain: true },
} as const satisfies Readonly<Record<string, ObjectAddress>>;

/** A kind of object that has an address. */
export type ObjectKind = keyof typeof OBJECTS;

/** The path of an object below `#/`. A phone number is written without the plus. */
export function pathOf(kind: ObjectKind, id: string): string {
  const written = kind === 'phone' ? id.replace('+', '') : id;
  return `${OBJECTS[kind].path}/${encodeURIComponent(written)}`;
}

/** The object at a path; undefined for the path of a view or an unknown path. */
export function objectAt(path: string): { readonly kind: ObjectKind; readonly id: string } | undefined {
  const [, first, encoded = ''] = /^([a-z]+)\/(.+)$/.exec(path) ?? [];
  const kind = (Object.keys(OBJECTS) as ObjectKind[]).find((one) => OBJECTS[one].path === first);
  return kind === undefined ? undefined : { kind, id: decoded(encoded) };
}

/** Users can type any address, including one with a malformed escape. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
