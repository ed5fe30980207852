/**
 * Runs after every install, with any version of Node. npm 10, which comes with Node 20 and 22, links the Node of this system
 * and then discards those of the other systems. This removes the link, because all of them have the same name.
 */
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('node_modules/.bin/node')) execSync('npm rebuild --ignore-scripts', { stdio: 'inherit' });
