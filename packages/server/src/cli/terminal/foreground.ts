import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether the process has the terminal: its user has not started or continued it in the background. */
export async function isInForeground(): Promise<boolean> {
  if (process.platform === 'win32') return true;
  if (process.platform === 'linux') {
    // After the name of the program: state, parent, group, session, terminal, group in the foreground.
    const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return group === foreground;
  }
  // A plus marks the processes in the foreground.
  const state = await new Promise<string>((resolve) => {
    execFile('ps', ['-o', 'stat=', '-p', `${process.pid}`], (_, stdout) => resolve(stdout));
  });
  return state.includes('+');
}
