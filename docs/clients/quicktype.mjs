// Writes the schemas of the document as Python classes. quicktype reads JSON, and its Python can parse what it writes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

mkdirSync('generated', { recursive: true });
const document = parse(readFileSync('../openapi.yaml', 'utf8'));
writeFileSync('generated/openapi.json', JSON.stringify(document));
const schemas = 'generated/openapi.json#/components/schemas/';
const options = ['--src-lang', 'schema', '--lang', 'python', '--python-version', '3.7', '--no-date-times'];
execFileSync('quicktype', [...options, schemas, '--out', 'generated/messaging.py'], { stdio: 'inherit' });
