import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate that a test makes, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Why there are no certificates, if there are none. */
export const withoutCertificates =
  spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl is not installed';

/** What `openssl ca` needs to sign with any dates. */
const CONFIGURATION = `[ca]
default_ca = test
[test]
database = index.txt
new_certs_dir = .
serial = serial
default_md = sha256
policy = any
[any]
commonName = supplied
`;

/** A certificate that is valid today. */
export const TODAY = ['20200101000000Z', '20990101000000Z'] as const;

/**
 * Makes a fresh self-signed certificate, so that none in the repository can expire.
 *
 * @param names - The hosts that it is for, such as `IP:127.0.0.1`.
 * @param dates - The first and the last moment at which it is valid.
 */
export function selfSigned(names: string, [start, end]: readonly [string, string] = TODAY): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });
  try {
    write('ca.cnf', CONFIGURATION);
    write('index.txt', '');
    write('serial', '01');
    write('names.ext', `subjectAltName=${names}\n`);
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'key.pem');
    openssl('req', '-new', '-key', 'key.pem', '-subj', '/CN=test', '-out', 'request.pem');
    const files = ['-config', 'ca.cnf', '-extfile', 'names.ext', '-keyfile', 'key.pem', '-in', 'request.pem'];
    const validity = ['-startdate', start, '-enddate', end];
    openssl('ca', '-batch', '-selfsign', '-notext', ...files, ...validity, '-out', 'cert.pem');
    return { cert: read('cert.pem'), key: read('key.pem') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
