const WIDTH = 32;

/** A progress bar. */
export interface ProgressBar {
  /** Shows the progress. */
  show(done: number): void;
  /** Ends the line of the bar. */
  end(): void;
}

/** Creates a progress bar: updated in place on a terminal, printed once at the end elsewhere. */
export function progressBar(label: string, total: number, out: NodeJS.WriteStream): ProgressBar {
  let line = '';
  return {
    show(done) {
      const filled = Math.round((done / total) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      line = `${label.padEnd(9)} ${bar} ${String(done).padStart(String(total).length)}/${total}`;
      if (out.isTTY) out.write(`\r${line}`);
    },
    end() {
      out.write(out.isTTY ? '\n' : `${line}\n`);
    },
  };
}
