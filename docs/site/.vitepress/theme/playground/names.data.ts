import { readFileSync } from 'node:fs';
import { root } from '../../../../../tools/source-paths.ts';

/** A name that the packages of the playground export, or a member of one of their types. */
export interface Name {
  readonly label: string;
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'constant' | 'member';
  /** The package, or the type that has the member. */
  readonly of: string;
}

/** VitePress runs `load` when it builds the site, and the page imports the result. */
export declare const data: readonly Name[];

const PACKAGES = ['sdk', 'emulator', 'webhooks'];

/** Reads the names from the API reports of the packages, so that the editor can complete them. */
export default {
  watch: PACKAGES.map((name) => `${root}packages/${name}/api/index.api.md`),
  load: (): readonly Name[] => {
    const names = PACKAGES.flatMap((name) =>
      namesIn(readFileSync(`${root}packages/${name}/api/index.api.md`, 'utf8'), `@messaging-service/${name}`),
    );
    // A type that several packages export, or a member that several types have, is one name.
    return [...new Map(names.toReversed().map((name) => [`${name.kind} ${name.label}`, name])).values()];
  },
};

const EXPORT = /^export (?:declare |abstract )*(function|class|interface|type|const) (\w+)/;
const MEMBER = /^ {4}(?:readonly |get )?([a-z]\w*)\??[:(<]/;

function namesIn(report: string, source: string): Name[] {
  const names: Name[] = [];
  let type = '';
  for (const line of report.split('\n')) {
    const [, kind, label = ''] = EXPORT.exec(line) ?? [];
    if (kind !== undefined) {
      names.push({ label, kind: kind === 'const' ? 'constant' : (kind as Name['kind']), of: source });
      type = kind === 'class' || kind === 'interface' ? label : '';
    }
    const [, member] = MEMBER.exec(line) ?? [];
    if (member !== undefined && member !== 'constructor' && type !== '')
      names.push({ label: member, kind: 'member', of: type });
    if (line === '}') type = '';
  }
  return names;
}
