import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Counts the requests that the HTTP servers of this process receive, also those of workers that are killed. */
export function countRequests(): { readonly count: number } & Disposable {
  let count = 0;
  const onRequest = () => {
    count += 1;
  };
  subscribe('http.server.request.start', onRequest);
  return {
    get count() {
      return count;
    },
    [Symbol.dispose]: () => void unsubscribe('http.server.request.start', onRequest),
  };
}
