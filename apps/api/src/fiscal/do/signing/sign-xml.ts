import { SignedXml } from 'xml-crypto';
import type { SigningCertificate } from './read-certificate.ts';

/** A signed document. */
export interface SignedDocument {
  readonly xml: string;
  /** The first six characters of the signature's value, which the printed face shows. */
  readonly securityCode: string;
}

/**
 * Signs a document as the authority's guide says: an enveloped signature of the whole document, last in its root, with
 * RSA-SHA256 over canonical XML 1.0, and the certificate in it. Afterwards not one character may change.
 *
 * @param xml without white space between its elements
 */
export const signXml = (xml: string, { privateKey, certificate }: SigningCertificate): SignedDocument => {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  signer.addReference({
    xpath: '/*',
    uri: '',
    isEmptyUri: true,
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signer.computeSignature(xml, { location: { reference: '/*', action: 'append' } });
  const signed = signer.getSignedXml();
  const value = /<SignatureValue>([^<]+)<\/SignatureValue>/.exec(signed)?.[1]?.replaceAll(/\s/g, '') ?? '';
  return {
    xml: `<?xml version="1.0" encoding="UTF-8"?>${signed.replace(/^<\?xml[^>]*\?>/, '')}`,
    securityCode: value.slice(0, 6),
  };
};
