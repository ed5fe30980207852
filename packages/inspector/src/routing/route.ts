import { useEffect, useState } from 'preact/hooks';

/** The views, in the order of the navigation. */
export const VIEWS = ['phones', 'messages', 'clock', 'accounts', 'webhooks', 'requests', 'state'] as const;
export type View = (typeof VIEWS)[number];

/** A view and its parameters, such as the open message. */
export interface Route {
  readonly view: View;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The address of a view, for links. */
export function href(view: View, parameters: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given as [string, string][]).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
}

/** Opens a view. With `replace`, the back button skips the address that was open, as while the user types. */
export function go(
  view: View,
  parameters: Readonly<Record<string, string | undefined>> = {},
  { replace = false } = {},
): void {
  if (!replace) {
    location.hash = href(view, parameters);
    return;
  }
  history.replaceState(null, '', href(view, parameters));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Parses the fragment of an address. An unknown view is the first one. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const view = VIEWS.find((one) => one === path) ?? VIEWS[0];
  return { view, parameters: Object.fromEntries(new URLSearchParams(query)) };
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
}
