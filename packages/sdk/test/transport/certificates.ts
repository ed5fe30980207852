import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate with its private key, as PEM. */
interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority of the test, and its certificates. */
export interface Certificates {
  readonly authority: Identity;
  /** For 127.0.0.1 and localhost. */
  readonly server: Identity;
  /** For a host of another name. */
  readonly elsewhere: Identity;
  readonly client: Identity;
}

/** Why there are no certificates, if there are none. */
export const withoutCertificates =
  spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl is not installed';

/** Makes fresh certificates, so that none in the repository can expire. */
export function createCertificates(): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe', cwd: folder });
  const key = (name: string) =>
    openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`);
  const read = (name: string): Identity => ({
    cert: readFileSync(file(`${name}.pem`), 'utf8'),
    key: readFileSync(file(`${name}.key`), 'utf8'),
  });
  const issue = (name: string, names: string): Identity => {
    key(name);
    writeFileSync(file(`${name}.ext`), `subjectAltName=${names}\n`);
    openssl('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${name}`, '-out', `${name}.csr`);
    const signing = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial'];
    const paths = ['-extfile', `${name}.ext`, '-out', `${name}.pem`];
    openssl('x509', '-req', '-in', `${name}.csr`, '-days', '2', ...signing, ...paths);
    return read(name);
  };
  try {
    key('authority');
    const subject = ['-subj', '/CN=Test authority', '-days', '2', '-out', 'authority.pem'];
    openssl('req', '-x509', '-new', '-key', 'authority.key', ...subject);
    return {
      authority: read('authority'),
      server: issue('server', 'IP:127.0.0.1,DNS:localhost'),
      elsewhere: issue('elsewhere', 'DNS:elsewhere.test'),
      client: issue('client', 'DNS:client.test'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
