/**
 * Runs after every install, on whatever Node there is. npm 10, which comes with Node 20 and 22, throws away the Nodes for
 * other systems after it has linked the one for this, and the link along with them: they all have the same name.
 */
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('node_modules/.bin/node')) execSync('npm rebuild --ignore-scripts', { stdio: 'inherit' });
