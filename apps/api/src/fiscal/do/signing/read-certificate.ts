import { X509Certificate } from 'node:crypto';
import forge from 'node-forge';

/** A certificate with its private key, as they sign. */
export interface SigningCertificate {
  /** PEM, PKCS#1. */
  readonly privateKey: string;
  /** PEM. */
  readonly certificate: string;
}

/** What a certificate says of itself. */
export interface CertificateFacts {
  readonly holder: string;
  /** Serial number in its subject: the RNC, cédula or passport of its holder, without letters before it. */
  readonly holderId: string | null;
  readonly issuer: string;
  readonly serialNumber: string;
  /** ISO instants. */
  readonly validFrom: string;
  readonly validTo: string;
}

/** Why a file cannot sign. */
export type CertificateFailure = 'not_pkcs12' | 'wrong_password' | 'no_key' | 'weak_key';

/** The file of a certificate cannot be used. */
export class CertificateError extends Error {
  readonly failure: CertificateFailure;
  constructor(failure: CertificateFailure) {
    super(failure);
    this.failure = failure;
  }
}

const attribute = (text: string, name: string): string | null =>
  new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1] ?? null;

/**
 * What a certificate says of itself.
 *
 * @param certificate PEM
 */
export const certificateFacts = (certificate: string): CertificateFacts => {
  const read = new X509Certificate(certificate);
  return {
    holder: attribute(read.subject, 'CN') ?? read.subject.replaceAll('\n', ', '),
    holderId: attribute(read.subject, 'serialNumber')?.replace(/^[A-Za-z]+-?/, '') ?? null,
    issuer: attribute(read.issuer, 'CN') ?? read.issuer.replaceAll('\n', ', '),
    serialNumber: read.serialNumber,
    validFrom: read.validFromDate.toISOString(),
    validTo: read.validToDate.toISOString(),
  };
};

/** Whether a certificate no longer signs. It ends at an instant, not with its last day. */
export const isExpired = ({ validTo }: Pick<CertificateFacts, 'validTo'>): boolean =>
  Date.parse(validTo) <= Date.now();

/**
 * Reads the key and the certificate of a PKCS#12 file (`.p12`, `.pfx`).
 *
 * @throws CertificateError
 */
export const readCertificate = (file: Buffer, password: string): SigningCertificate => {
  let structure: forge.asn1.Asn1;
  try {
    structure = forge.asn1.fromDer(file.toString('binary'));
  } catch {
    throw new CertificateError('not_pkcs12');
  }
  let store: forge.pkcs12.Pkcs12Pfx;
  try {
    store = forge.pkcs12.pkcs12FromAsn1(structure, password);
  } catch (error) {
    const isPassword = /mac|password|decrypt/i.test((error as Error).message);
    throw new CertificateError(isPassword ? 'wrong_password' : 'not_pkcs12');
  }
  const bags = (type: string): forge.pkcs12.Bag[] => store.getBags({ bagType: type })[type] ?? [];
  const { certBag, pkcs8ShroudedKeyBag, keyBag } = forge.pki.oids;
  const key = [...bags(pkcs8ShroudedKeyBag ?? ''), ...bags(keyBag ?? '')].find((bag) => bag.key)?.key as
    | forge.pki.rsa.PrivateKey
    | undefined;
  if (!key?.n) throw new CertificateError('no_key');
  const own = bags(certBag ?? '').find(
    ({ cert }) => cert && (cert.publicKey as forge.pki.rsa.PublicKey).n?.equals(key.n),
  )?.cert;
  if (!own) throw new CertificateError('no_key');
  if (key.n.bitLength() < 2048) throw new CertificateError('weak_key');
  return { privateKey: forge.pki.privateKeyToPem(key), certificate: forge.pki.certificateToPem(own) };
};
