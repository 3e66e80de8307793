import { createHash, verify, X509Certificate } from 'node:crypto';
import { type XmlDocument, XmlElement } from 'libxml2-wasm';

const namespaces = { ds: 'http://www.w3.org/2000/09/xmldsig#' };

const algorithms = {
  CanonicalizationMethod: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  SignatureMethod: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  DigestMethod: 'http://www.w3.org/2001/04/xmlenc#sha256',
  Transform: 'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
} as const;

/** Who signed a document. */
export interface Signer {
  readonly certificate: X509Certificate;
  /** The serial number in the certificate's subject: an RNC, a cédula or a passport. */
  readonly subjectSerial: string | null;
  /** Base64, as in the document without white space. */
  readonly signatureValue: string;
}

/**
 * Verifies the enveloped signature of a document with libxml2 and OpenSSL, which share no code with what signs it: the
 * only reference is the whole document, the algorithms are those of the authority's guide, the digest is that of the
 * document without the signature, and the value is that of the certificate's key.
 *
 * @param document is changed: its signature is removed
 * @throws Error that says what is wrong
 */
export const verifySignature = (document: XmlDocument): Signer => {
  const { root } = document;
  const signatures = root.find('./ds:Signature', namespaces);
  const [signature] = signatures;
  if (!(signature instanceof XmlElement) || signatures.length !== 1)
    throw new Error('the root has not exactly one signature');
  if (root.get('*[last()]')?.isSameNode(signature) !== true)
    throw new Error('the signature is not the last element');
  const text = (path: string): string => {
    const found = signature.get(path, namespaces);
    if (found === null) throw new Error(`the signature has no ${path}`);
    return found.content.replaceAll(/\s/g, '');
  };
  for (const [element, algorithm] of Object.entries(algorithms)) {
    const found = signature.find(`.//ds:${element}`, namespaces);
    if (found.length !== 1 || !(found[0] instanceof XmlElement))
      throw new Error(`the signature has not exactly one ${element}`);
    if (found[0].attr('Algorithm')?.value !== algorithm)
      throw new Error(`its ${element} is not ${algorithm}`);
  }
  if (text('.//ds:Reference/@URI') !== '') throw new Error('it does not refer to the whole document');

  const certificate = new X509Certificate(
    Buffer.from(text('./ds:KeyInfo/ds:X509Data/ds:X509Certificate'), 'base64'),
  );
  const signatureValue = text('./ds:SignatureValue');
  const digestValue = text('.//ds:DigestValue');
  const signedInfo = signature.get('./ds:SignedInfo', namespaces)?.canonicalizeToString() ?? '';
  if (
    !verify('sha256', Buffer.from(signedInfo), certificate.publicKey, Buffer.from(signatureValue, 'base64'))
  )
    throw new Error('the value is not that of the certificate');

  signature.remove();
  const digest = createHash('sha256').update(document.canonicalizeToString()).digest('base64');
  if (digest !== digestValue) throw new Error('the document was changed after it was signed');
  const subjectSerial = /^serialNumber=(.+)$/m.exec(certificate.subject)?.[1] ?? null;
  return { certificate, subjectSerial, signatureValue };
};
