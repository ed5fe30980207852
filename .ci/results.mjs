// Reads vitest's JSON reports of one command: of its run, and of a second run of the files that failed in the first.
//   results.mjs failed REPORT                 prints the files that failed, one per line
//   results.mjs counts FAILURES REPORT…       prints "passed failed skipped"; appends what failed to the file FAILURES
import { appendFileSync, readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8')).testResults;
const isFailed = ({ status }) => status === 'failed';
const hasFailed = (file) => isFailed(file) || file.assertionResults.some(isFailed);
// A file that cannot be loaded is a failure without a test.
const isUnloadable = (file) => isFailed(file) && !file.assertionResults.some(isFailed);
const firstLines = (text = '') => text.split('\n').slice(0, 4).join('\n    ').slice(0, 600);

const failuresOf = (file) =>
  isUnloadable(file)
    ? [`${file.name}\n    ${firstLines(file.message)}\n`]
    : file.assertionResults
        .filter(isFailed)
        .map((test) => `${file.name}: ${test.fullName}\n    ${firstLines(test.failureMessages[0])}\n`);

const [, , command, ...rest] = process.argv;
if (command === 'failed') {
  for (const file of read(rest[0]).filter(hasFailed)) process.stdout.write(`${file.name}\n`);
} else {
  const [failures, first, second] = rest;
  const again = second ? read(second) : [];
  const isRepeated = (file) => again.some(({ name }) => name === file.name);
  const files = [...read(first).filter((file) => !isRepeated(file)), ...again];
  const count = (...statuses) =>
    files.flatMap((file) => file.assertionResults).filter(({ status }) => statuses.includes(status)).length;
  appendFileSync(failures, files.flatMap(failuresOf).join(''));
  const failed = count('failed') + files.filter(isUnloadable).length;
  process.stdout.write(`${count('passed')} ${failed} ${count('skipped', 'pending', 'todo')}\n`);
}
