import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { conclude, Report } from './report.ts';
import { inParallel, run } from './run.ts';

let written = '';
let exitCode: typeof process.exitCode;
beforeEach(() => {
  written = '';
  ({ exitCode } = process);
  process.exitCode = undefined;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  process.exitCode = exitCode;
});

const passed = { ok: true, output: 'noise', seconds: 1.23 };
const failed = { ok: false, output: 'line 1\nline 2\n', seconds: 0.5 };

describe('the report of several checks', () => {
  test('shows the output of those that failed only, and makes the command fail', () => {
    const report = new Report();
    report.add('biome', passed);
    report.add('oxlint', failed);
    report.end();
    expect(written).toBe('✓ biome (1.2 s)\n✗ oxlint (0.5 s)\n    line 1\n    line 2\n1 passed, 1 failed\n');
    expect(process.exitCode).toBe(1);
  });

  test('lets the command succeed if all passed', () => {
    const report = new Report();
    report.add('biome', passed);
    report.end();
    expect(process.exitCode).toBeUndefined();
  });

  test('makes the command fail if nothing was checked', () => {
    new Report().end();
    expect(written).toBe('0 passed, 0 failed\n');
    expect(process.exitCode).toBe(1);
  });
});

describe('the conclusion of a check', () => {
  test('lists the problems, and makes the command fail', () => {
    conclude(['a.md:1: wrong', 'b.md:2: wrong'], '7 files');
    expect(written).toBe('a.md:1: wrong\nb.md:2: wrong\n7 files, 2 problems\n');
    expect(process.exitCode).toBe(1);
  });

  test('without problems lets the command succeed', () => {
    conclude([], '7 files');
    expect(written).toBe('7 files, 0 problems\n');
    expect(process.exitCode).toBeUndefined();
  });
});

describe('a program that is run', () => {
  const node = (code: string) => run([process.execPath, '--eval', code]);

  test('has its output and its errors in the outcome', async () => {
    const { ok, output } = await node("process.stdout.write('out '); process.stderr.write('err')");
    expect({ ok, output }).toEqual({ ok: true, output: 'out err' });
  });

  test('has failed with any exit code but 0', async () => {
    expect(await node('process.exitCode = 3')).toMatchObject({ ok: false });
  });

  test('has failed if a signal ended it', async () => {
    expect(await node("process.kill(process.pid, 'SIGKILL')")).toMatchObject({ ok: false });
  });

  test('has failed if it does not exist, and the output names it', async () => {
    const { ok, output } = await run(['no-such-program-here']);
    expect(ok).toBe(false);
    expect(output).toContain('no-such-program-here');
  });
});

describe('work in parallel', () => {
  test('is done once for every item', async () => {
    const done: number[] = [];
    await inParallel([1, 2, 3, 4, 5], async (item) => {
      await Promise.resolve();
      done.push(item);
    });
    expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
  });

  test('fails if one item fails', async () => {
    const work = async (item: number) => {
      if (item === 2) throw new Error('no');
    };
    await expect(inParallel([1, 2, 3], work)).rejects.toThrow('no');
  });
});
