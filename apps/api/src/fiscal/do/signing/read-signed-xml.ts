import { createHash, verify, X509Certificate } from 'node:crypto';
import type { EcfNode } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';
import { isAccredited } from './accredited.ts';
import { type CertificateFacts, certificateFacts } from './read-certificate.ts';
import {
  canonicalXml,
  scanXml,
  signatureNamespace,
  textOfElement,
  type XmlElement,
  XmlRefused,
} from './scan-xml.ts';

/** A signed document of another taxpayer, as far as its signature goes. */
export interface SignedXmlRead {
  /** Its elements without the signature; of a valid signature exactly what was signed. */
  readonly document: EcfNode;
  /** Why the signature does not hold; null if it does. */
  readonly defect: string | null;
  readonly certificate: CertificateFacts | null;
  /** The first six characters of the signature's value. */
  readonly securityCode: string;
}

/** How the certificate of a signature is judged. */
export interface SignedXmlOptions {
  /** Milliseconds of the instant at which it has to be valid; by default now. */
  readonly now?: number;
  /** Who may have issued it; anybody if empty. */
  readonly accredited?: readonly X509Certificate[];
}

const canonical = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

/** The algorithms of the authority's guide. */
const algorithms: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: [canonical],
  SignatureMethod: ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256'],
  // Canonical XML is what the first one is followed by in any case.
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', canonical],
};

/** The elements of a signature by their path below it, each exactly once. */
const layout: readonly string[] = [
  'SignedInfo',
  'SignedInfo/CanonicalizationMethod',
  'SignedInfo/SignatureMethod',
  'SignedInfo/Reference',
  'SignedInfo/Reference/Transforms',
  'SignedInfo/Reference/DigestMethod',
  'SignedInfo/Reference/DigestValue',
  'SignatureValue',
  'KeyInfo',
  'KeyInfo/X509Data',
  'KeyInfo/X509Data/X509Certificate',
];

/** Elements that may be there as well. */
const others =
  /^(SignedInfo\/Reference\/Transforms\/Transform|KeyInfo\/(KeyValue|X509Data\/X509(SubjectName|IssuerSerial|SKI))(\/.+)?)$/;

const elementsOf = ({ children }: XmlElement): readonly XmlElement[] =>
  children.filter((one) => typeof one !== 'string');

const nodeOf = (element: XmlElement): EcfNode => {
  const inside = elementsOf(element);
  return [element.local, inside.length === 0 ? textOfElement(element) : inside.map(nodeOf)];
};

/** The elements below another, with their paths. */
const below = (element: XmlElement, path: string): readonly (readonly [string, XmlElement])[] =>
  elementsOf(element).flatMap((child) => {
    const own = path === '' ? child.local : `${path}/${child.local}`;
    return [[own, child] as const, ...below(child, own)];
  });

const isOfSignature = ({ uri }: XmlElement): boolean => uri === signatureNamespace;

const count = (element: XmlElement, matches: (one: XmlElement) => boolean): number =>
  elementsOf(element).reduce((sum, child) => sum + count(child, matches), matches(element) ? 1 : 0);

/**
 * The one signature of a document: the last child of its root. What is signed has no namespace, so that no name in it means
 * something else than it says.
 *
 * @throws XmlRefused
 */
const signatureOf = (root: XmlElement): XmlElement | null => {
  const signature = elementsOf(root).at(-1);
  const found = signature && isOfSignature(signature) && signature.local === 'Signature' ? signature : null;
  const inSignature = found ? count(found, isOfSignature) : 0;
  const isOther = ({ uri }: XmlElement): boolean => uri !== '';
  if (count(root, isOther) !== (found ? count(found, isOther) : 0))
    throw new XmlRefused('El XML debe traer una sola firma, al final, y nada de otro formato.');
  if (
    found &&
    (count(found, () => true) !== inSignature || count(found, ({ local }) => local === 'Signature') !== 1)
  )
    throw new XmlRefused('El XML debe traer una sola firma, al final, y nada de otro formato.');
  return found;
};

const plain = (text: string): string => text.replaceAll(/\s+/g, '');

interface SignatureParts {
  readonly signedInfo: XmlElement;
  readonly text: (path: string) => string;
}

/** The parts of a signature, or what is wrong with its form. */
const partsOf = (signature: XmlElement): SignatureParts | { readonly defect: string } => {
  const all = below(signature, '');
  const at = (path: string) => all.filter(([own]) => own === path).map(([, element]) => element);
  for (const path of layout)
    if (at(path).length !== 1) return { defect: `La firma debe traer un solo ${path}.` };
  const strange = all.find(([path]) => !layout.includes(path) && !others.test(path));
  if (strange) return { defect: `La firma trae ${strange[0]}, que no es del formato.` };
  const attribute = ({ attributes }: XmlElement, name: string): string | undefined =>
    attributes.find((one) => one.name === name)?.value;
  for (const [, element] of all) {
    const allowed = algorithms[element.local];
    if (allowed && !allowed.includes(attribute(element, 'Algorithm') ?? ''))
      return { defect: `El algoritmo de ${element.local} no es del formato.` };
  }
  const transforms = at('SignedInfo/Reference/Transforms/Transform').map((one) =>
    attribute(one, 'Algorithm'),
  );
  if (transforms.filter((one) => one !== canonical).length !== 1 || transforms[0] === canonical)
    return { defect: 'La firma no es del documento que la contiene.' };
  const [reference] = at('SignedInfo/Reference');
  if (reference && attribute(reference, 'URI') !== '')
    return { defect: 'La firma no es de todo el documento.' };
  const [signedInfo] = at('SignedInfo');
  if (!signedInfo) return { defect: 'La firma no dice de qué es.' };
  return { signedInfo, text: (path) => plain(at(path).map(textOfElement).join('')) };
};

/** The certificate of a signature, or why it does not sign. */
const certificateOf = (
  base64: string,
  { now = Date.now(), accredited = [] }: SignedXmlOptions,
): X509Certificate | { readonly defect: string } => {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return { defect: 'El certificado de la firma no se puede leer.' };
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  const bits = details?.modulusLength ?? 0;
  if (type !== 'rsa' || bits < 2048 || bits > 8192)
    return { defect: 'La clave del certificado no es RSA de 2,048 bits o más.' };
  if (Date.parse(certificate.validTo) < now || Date.parse(certificate.validFrom) > now)
    return { defect: 'El certificado de la firma no está vigente.' };
  if (!isAccredited(certificate, accredited))
    return { defect: 'El certificado de la firma no es de una prestadora acreditada.' };
  return certificate;
};

/**
 * Reads a signed document that somebody sent, and verifies its enveloped signature as the authority's guide says. It does
 * so by itself: xml-crypto takes time that grows with the square of the elements, and who sends is not known yet.
 *
 * @throws XmlRefused for what no issuer of e-CF makes; what only fails to verify is answered with its defect
 */
export const readSignedXml = (bytes: Buffer, options: SignedXmlOptions = {}): SignedXmlRead => {
  const root = scanXml(bytes);
  const signature = signatureOf(root);
  const inside = elementsOf(root).filter((one) => one !== signature);
  const read = {
    document: [root.local, inside.length === 0 ? textOfElement(root) : inside.map(nodeOf)] as EcfNode,
    certificate: null,
    securityCode: '',
  };
  if (!signature) return { ...read, defect: 'El documento no está firmado.' };
  const parts = partsOf(signature);
  if ('defect' in parts) return { ...read, defect: parts.defect };
  const { signedInfo, text } = parts;
  const value = text('SignatureValue');
  const certificate = certificateOf(text('KeyInfo/X509Data/X509Certificate'), options);
  if (!(certificate instanceof X509Certificate)) return { ...read, defect: certificate.defect };
  const inherited = new Map([...root.declared, ...signature.declared]);
  const signed = Buffer.from(canonicalXml(signedInfo, { inherited }));
  if (!verify('sha256', signed, certificate.publicKey, Buffer.from(value, 'base64')))
    return { ...read, defect: 'La firma no corresponde a su certificado.' };
  const digest = createHash('sha256')
    .update(canonicalXml(root, { without: signature }))
    .digest('base64');
  if (digest !== text('SignedInfo/Reference/DigestValue'))
    return { ...read, defect: 'El documento cambió después de firmarse.' };
  return {
    ...read,
    certificate: certificateFacts(certificate.toString()),
    securityCode: value.slice(0, 6),
    defect: null,
  };
};
