import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** File of the data folder with the certificates of the accredited authorities, in PEM, one after the other. */
export const accreditedFile = 'ecf-authorities.pem';

/**
 * The certificates with which the accredited authorities issue those of taxpayers; empty if this installation names none.
 *
 * @throws Error if the file has none that can be read, so that the server does not start without the check that is wanted
 */
export const readAccredited = (dataDir: string): readonly X509Certificate[] => {
  const path = join(dataDir, accreditedFile);
  if (!existsSync(path)) return [];
  const found = readFileSync(path, 'utf8').match(
    /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g,
  );
  if (!found) throw new Error(`${path} has no certificate in PEM`);
  return found.map((pem) => new X509Certificate(pem));
};

/** Whether one of the accredited authorities issued a certificate; true if none are named. */
export const isAccredited = (certificate: X509Certificate, accredited: readonly X509Certificate[]): boolean =>
  accredited.length === 0 ||
  accredited.some(
    (authority) => certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
  );
