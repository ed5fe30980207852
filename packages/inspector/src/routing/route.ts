import { useEffect, useState } from 'preact/hooks';

/** The views, in the order of the navigation. */
export const VIEWS = ['phones', 'messages', 'clock', 'accounts', 'webhooks', 'requests', 'state'] as const;
export type View = (typeof VIEWS)[number];

/** What the address says: a view, and what is open in it. */
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

/** Goes to a view; `replace` where going back should not lead through it, as while a person types. */
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

function readRoute(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const view = VIEWS.find((one) => one === path) ?? 'phones';
  return { view, parameters: Object.fromEntries(new URLSearchParams(query)) };
}

/** The route, drawn anew when the address changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(readRoute);
  useEffect(() => {
    const follow = () => setRoute(readRoute());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
