const WIDTH = 32;

/** A bar that fills up. */
export interface ProgressBar {
  /** Shows how much is done. */
  show(done: number): void;
  /** Leaves the bar as it stands. */
  end(): void;
}

/** Draws a progress bar: in place on a terminal, as one line at the end anywhere else. */
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
