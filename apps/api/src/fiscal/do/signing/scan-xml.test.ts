import { X509Certificate } from 'node:crypto';
import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { makeCertificate } from '../testing/make-certificate.ts';
import { signedEcf, supplierCertificate } from '../testing/supplier.ts';
import { readCertificate } from './read-certificate.ts';
import { readSignedXml } from './read-signed-xml.ts';
import { canonicalXml, scanXml } from './scan-xml.ts';
import { signXml } from './sign-xml.ts';

const canonicalOf = (xml: string): string => canonicalXml(scanXml(Buffer.from(xml)));

const byLibrary = (xml: string): string => {
  const document = XmlDocument.fromString(xml);
  try {
    return document.canonicalizeToString();
  } finally {
    document.dispose();
  }
};

const name = fc.constantFrom('a', 'b', 'Encabezado', 'x:a', 'y:b');
const uris = fc.constantFrom('', 'urn:1', 'urn:2', 'http://x.example/a');
const word = fc.string({ maxLength: 12 });
const written = (text: string): string =>
  text
    .replaceAll(/[^\t\n -\uD7FF\uE000-\uFFFD]/g, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('"', '&quot;');
const content = fc.oneof(
  word.map(written),
  fc.constantFrom('&#13;', '&#x9;', '&#233;', ' \n ', '\r\n', '\r', 'Óptica &gt; Ñandú', '&apos;&quot;'),
);

const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc
    .record({
      name,
      declared: fc.record({ '': uris, x: uris, y: uris }, { requiredKeys: [] }),
      attributes: fc.dictionary(
        fc.constantFrom('Id', 'z', 'x:k', 'y:k'),
        word.map((text) => written(text).replaceAll(/[\t\n]/g, ' ')),
        { maxKeys: 3 },
      ),
      children: fc.array(fc.oneof({ depthSize: 'small' }, content, tie('tree')), { maxLength: 3 }),
    })
    .map(({ name: own, declared, attributes, children }) => {
      const spaces = Object.entries(declared)
        .filter(([prefix, uri]) => prefix === '' || uri !== '')
        .map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${uri}"`);
      const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
      return `<${own}${spaces.join('')}${given.join('')}>${children.join('')}</${own}>`;
    }),
}));

describe('the canonical form', () => {
  test('of any document of elements and text is that of libxml2', () => {
    fc.assert(
      fc.property(tree, (inner) => {
        const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<r xmlns:x="urn:x" xmlns:y="urn:y">${inner}</r>\n`;
        let expected: string;
        try {
          expected = byLibrary(xml);
        } catch {
          // Two attributes of one name and namespace.
          return;
        }
        expect(canonicalOf(xml)).toBe(expected);
      }),
      { numRuns: 1500 },
    );
  });
});

describe('a signature', () => {
  const root = (attributes: string): string =>
    `<ECF${attributes}><Nombre>Óptica Ñandú &amp; Hijos "x" &gt;</Nombre></ECF>`;

  test.each([
    '',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"',
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="ecf.xsd"',
  ])('of a root with%s is verified, also with other ends of lines', (attributes) => {
    const { xml } = signXml(root(attributes), supplierCertificate);
    const read = readSignedXml(Buffer.from(xml));
    expect(read).toMatchObject({ defect: null, certificate: { holderId: '131246796' } });
    expect(read.document).toEqual(['ECF', [['Nombre', 'Óptica Ñandú & Hijos "x" >']]]);
    expect(readSignedXml(Buffer.from(`\uFEFF${xml}\r\n`)).defect).toBeNull();
    expect(readSignedXml(Buffer.from(xml.replace('Hijos', 'Hijas'))).defect).toMatch(/cambió/);
  });

  test('of a prefix and with lines in its values is verified', () => {
    const { xml } = signXml(root(''), supplierCertificate);
    const folded = xml.replace(/<SignatureValue>(.{70})/, '<SignatureValue>\r\n$1\r\n');
    expect(readSignedXml(Buffer.from(folded)).defect).toBeNull();
  });

  test('of a certificate that no accredited authority issued does not hold, if any are named', () => {
    const { xml } = signXml(root(''), supplierCertificate);
    const own = new X509Certificate(supplierCertificate.certificate);
    const other = makeCertificate();
    const stranger = new X509Certificate(readCertificate(other.file, other.password).certificate);
    const defectBy = (accredited: readonly X509Certificate[]) =>
      readSignedXml(Buffer.from(xml), { accredited }).defect;
    // The sample certificate is its own issuer.
    expect(defectBy([stranger, own])).toBeNull();
    expect(defectBy([stranger])).toMatch(/prestadora acreditada/);
    expect(defectBy([])).toBeNull();
  });

  test('of 60,000 elements is read in a time that grows with their number alone', () => {
    const xml = signedEcf().replace('<Encabezado>', `${'<a></a>'.repeat(55_000)}<Encabezado>`);
    const before = performance.now();
    expect(readSignedXml(Buffer.from(xml)).defect).toMatch(/cambió/);
    expect(performance.now() - before).toBeLessThan(3000);
  });
});
