import forge from 'node-forge';

/** A certificate made for a test, as the PKCS#12 file that a provider would hand out. */
export interface TestCertificate {
  readonly file: Buffer;
  readonly password: string;
}

/**
 * Makes a self-signed certificate of a person or a company, with its key.
 *
 * @param options `holderId`: serial number in its subject; `days`: it is valid from now on, or was if below zero;
 *   `algorithm`: how the file is encrypted, `aes256` as new ones and `3des` as old ones
 */
export const makeCertificate = ({
  holderId = '101001572',
  holder = 'Persona de Prueba',
  days = 365,
  bits = 2048,
  password = 'una clave de prueba',
  algorithm = 'aes256' as 'aes256' | '3des',
} = {}): TestCertificate => {
  const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair(bits);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = '01';
  const from = Date.now() + Math.min(days, 0) * 2 * 86_400_000 - 3_600_000;
  certificate.validity.notBefore = new Date(from);
  certificate.validity.notAfter = new Date(Date.now() + days * 86_400_000);
  const name = [
    { name: 'commonName', value: holder },
    { name: 'serialNumber', type: '2.5.4.5', value: holderId },
    { name: 'countryName', value: 'DO' },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(privateKey, forge.md.sha256.create());
  const structure = forge.pkcs12.toPkcs12Asn1(privateKey, [certificate], password, { algorithm });
  return { file: Buffer.from(forge.asn1.toDer(structure).getBytes(), 'binary'), password };
};
