import { delimiter } from 'node:path';
import { root } from '../source-paths.ts';

/** Variables that `npm run` sets for the scripts of this repository. Settings of the user, such as the registry, stay. */
const OF_NPM_RUN =
  /^(?:npm_(?!config_)|npm_config_(?:prefix|local_prefix|global_prefix|globalconfig|user_agent|workspaces?|include_workspace_root|location|global|npm_version|node_gyp|init_module|noproxy)$|INIT_CWD$)/i;

/** The environment in which the user started `npm run`: an install must not find this repository or its programs. */
export function environmentOfUser(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !OF_NPM_RUN.test(name));
  const isForeign = (folder: string) => !folder.startsWith(root) && !/[\\/]node_modules[\\/]/.test(folder);
  const withoutPrograms = kept.map(([name, value]) =>
    name.toUpperCase() === 'PATH'
      ? ([name, (value ?? '').split(delimiter).filter(isForeign).join(delimiter)] as const)
      : ([name, value] as const),
  );
  return { ...Object.fromEntries(withoutPrograms), YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' };
}
