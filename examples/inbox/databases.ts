import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, withoutPostgres } from './postgres-server.ts';

/** A database in a temporary folder. */
export interface Database extends AsyncDisposable {
  /** What `openInbox` takes. */
  readonly url: string;
}

/** The databases that the example works with. */
export const DATABASES: Readonly<
  Record<string, { readonly missing: string | undefined; readonly open: () => Promise<Database> }>
> = {
  sqlite: {
    missing: undefined,
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'inbox-sqlite-'));
      return {
        url: join(folder, 'inbox.db'),
        [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  },
  postgres: { missing: withoutPostgres, open: startPostgres },
};
