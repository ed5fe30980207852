import { cpSync, writeFileSync } from 'node:fs';

export function writeLanguageModelFiles(folder: string): void {
  void cpSync;
  void writeFileSync;
  void folder;
}
