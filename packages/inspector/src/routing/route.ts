import { useEffect, useState } from 'preact/hooks';
import { query } from '../values.ts';
import { OBJECTS, type ObjectKind, objectAt, pathOf, VIEWS, type View } from './objects.ts';

export { VIEWS, type View } from './objects.ts';

/** Parameters of an address. Empty and missing values are omitted from it. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** A view with its parameters. */
export interface Route {
  readonly view: View;
  /** The kind of object that the address names, if it names one. Its identifier is among the parameters. */
  readonly opened?: ObjectKind;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The address of a view. The parameter that identifies an object of the view becomes part of the path. */
export function href(view: View, parameters: Parameters = {}): string {
  const kind = objectOf(view, parameters);
  if (kind === undefined) return `#/${view}${query(parameters)}`;
  const { [OBJECTS[kind].parameter]: id = '', ...rest } = parameters;
  return objectHref(kind, id, rest);
}

/** The address of an object. Other parameters are those of the view that shows it, such as its filters. */
export function objectHref(kind: ObjectKind, id: string, parameters: Parameters = {}): string {
  return `#/${pathOf(kind, id)}${query(parameters)}`;
}

/** The address of a change of an account's credits, which the account shows in its ledger. */
export function entryHref(account: string, seq: string | number): string {
  return objectHref('account', account, { entry: String(seq) });
}

/** Opens a view. With `replace`, the back button skips the address that was open, as while the user types. */
export function go(
  view: View,
  parameters: Parameters = {},
  options: { readonly replace?: boolean } = {},
): void {
  open(href(view, parameters), options);
}

/** Opens an address that {@link href} or {@link objectHref} returned. */
export function open(address: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (!replace) {
    location.hash = address;
    return;
  }
  history.replaceState(null, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Parses the fragment of an address. An unknown view is the first one. */
export function parseRoute(hash: string): Route {
  const [path = '', parameters = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const given = Object.fromEntries(new URLSearchParams(parameters));
  const object = objectAt(path);
  if (object !== undefined) {
    const { view, parameter } = OBJECTS[object.kind];
    return { view, opened: object.kind, parameters: { ...given, [parameter]: object.id } };
  }
  const view = VIEWS.find((one) => one === path) ?? VIEWS[0];
  const opened = objectOf(view, given);
  return { view, ...(opened === undefined ? {} : { opened }), parameters: given };
}

/** The current route. The component renders again when the address changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

/** The properties of every view. */
export interface ViewProps {
  readonly parameters: Readonly<Record<string, string>>;
  /** The kind of object that the address names, if it names one. */
  readonly opened?: ObjectKind | undefined;
}

/** The kind of object that the parameters of a view name: `id`, or `number` for a phone. */
function objectOf(view: View, parameters: Parameters): ObjectKind | undefined {
  const kinds = Object.keys(OBJECTS) as ObjectKind[];
  return kinds.find((kind) => {
    const { view: shownIn, parameter, isMain } = OBJECTS[kind];
    return isMain && shownIn === view && (parameters[parameter] ?? '') !== '';
  });
}
