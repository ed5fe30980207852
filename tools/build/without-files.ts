import type { Plugin } from 'esbuild';

/** Removes the `require('fs')` in cron-parser's unused reader of crontab files, which would break bundlers for browsers. */
export const withoutFiles: Plugin = {
  name: 'without-files',
  setup: (build) => {
    build.onResolve({ filter: /^fs(?:\/promises)?$/ }, () => ({ path: 'fs', namespace: 'absent' }));
    build.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: '' }));
  },
};
