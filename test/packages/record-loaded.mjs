/** Preloaded with `--import`: writes the address of each module that the program loads to the file LOADED_FILES. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) => {
    appendFileSync(process.env.LOADED_FILES, `${url}\n`);
    return next(url, context);
  },
});
