/**
 * `npm run docs` makes the site of guides and reference in docs/api. A warning is an error, and so is a link that leads
 * nowhere.
 */
import { Application, LogLevel, TypeDocReader } from 'typedoc';
import { conclude } from '../report.ts';
import { root } from '../source-paths.ts';
import { brokenLinks } from './broken-links.ts';
import { convertProject } from './convert.ts';

const app = await Application.bootstrap({ options: `${root}typedoc.json`, logLevel: LogLevel.Warn }, [
  new TypeDocReader(),
]);
const project = convertProject(app);
app.validate(project);
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;

const { pages, broken } = brokenLinks(app.options.getValue('out'));
conclude(broken, `${pages} pages`);
