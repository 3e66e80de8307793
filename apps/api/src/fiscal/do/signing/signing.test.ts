import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { makeCertificate } from '../testing/make-certificate.ts';
import { verifySignature } from '../testing/verify-signature.ts';
import { ecfXml } from './ecf-xml.ts';
import { type CertificateError, certificateFacts, readCertificate } from './read-certificate.ts';
import { signXml } from './sign-xml.ts';

const made = makeCertificate();
const signing = readCertificate(made.file, made.password);

const failureOf = (read: () => unknown): string | undefined => {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as CertificateError).failure;
  }
};

describe('a certificate', () => {
  test('is read from a file of today and of before', () => {
    const old = makeCertificate({ algorithm: '3des', holderId: 'RNC-130123456' });
    const facts = certificateFacts(readCertificate(old.file, old.password).certificate);
    expect(facts).toMatchObject({ holder: 'Persona de Prueba', holderId: '130123456' });
    expect(Date.parse(facts.validTo)).toBeGreaterThan(Date.now());
    expect(certificateFacts(signing.certificate).holderId).toBe('101001572');
  });

  test('with another password, without a key, too short, or that is another file is refused with its reason', () => {
    expect(failureOf(() => readCertificate(made.file, 'otra'))).toBe('wrong_password');
    expect(failureOf(() => readCertificate(Buffer.from('hola'), 'x'))).toBe('not_pkcs12');
    expect(failureOf(() => readCertificate(Buffer.of(), 'x'))).toBe('not_pkcs12');
    expect(failureOf(() => readCertificate(made.file.subarray(0, 400), made.password))).toBe('not_pkcs12');
    const weak = makeCertificate({ bits: 1024 });
    expect(failureOf(() => readCertificate(weak.file, weak.password))).toBe('weak_key');
  });
});

describe('a signature', () => {
  const xml = ecfXml([
    'ECF',
    [
      ['Nombre', 'Óptica Ñandú & Hijos <1> "x"'],
      ['FechaHoraFirma', '05-10-2026 12:30:00'],
    ],
  ]);

  test('is verified by other libraries, and its code is the start of its value', () => {
    const signed = signXml(xml, signing);
    expect(signed.xml).toContain('Óptica Ñandú &amp; Hijos &lt;1&gt;');
    expect(signed.xml.startsWith('<?xml version="1.0" encoding="UTF-8"?><ECF>')).toBe(true);
    const signer = verifySignature(XmlDocument.fromString(signed.xml));
    expect(signer.subjectSerial).toBe('101001572');
    expect(signer.signatureValue.slice(0, 6)).toBe(signed.securityCode);
    expect(signed.securityCode).toHaveLength(6);
  });

  test('is broken by any change, also of white space', () => {
    const signed = signXml(xml, signing).xml;
    for (const changed of [
      signed.replace('Ñandú', 'Nandú'),
      signed.replace('<FechaHoraFirma>', ' <FechaHoraFirma>'),
      signed.replace('12:30:00', '12:30:01'),
      signed.replace(/<DigestValue>./, '<DigestValue>x'),
    ]) {
      expect(changed).not.toBe(signed);
      expect(() => verifySignature(XmlDocument.fromString(changed))).toThrow();
    }
  });

  test('of another key does not pass for this one', () => {
    const other = makeCertificate();
    const { privateKey } = readCertificate(other.file, other.password);
    const forged = signXml(xml, { privateKey, certificate: signing.certificate });
    expect(() => verifySignature(XmlDocument.fromString(forged.xml))).toThrow(/certificate/);
  });
});
