import { createHash, type X509Certificate } from 'node:crypto';
import { buildAcknowledgement, type notReceived } from '@pauta/domain/fiscal/do/ecf/build-messages.ts';
import { namedIn, type ReadEcf, readEcf } from '@pauta/domain/fiscal/do/receiving/read-received.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange, type Transaction } from '../../../platform/database/database.ts';
import { notFound, Problem } from '../../../platform/http/problem.ts';
import { ecfXml } from '../signing/ecf-xml.ts';
import type { SigningCertificate } from '../signing/read-certificate.ts';
import { readSignedXml, type SignedXmlRead } from '../signing/read-signed-xml.ts';
import { XmlRefused } from '../signing/scan-xml.ts';
import { signXml } from '../signing/sign-xml.ts';
import { answeringCertificate, type Receiver, readReceivers } from './receiving-issuers.ts';

type Refusal = keyof typeof notReceived;

/** Reads what was sent. @throws Problem 400 for what no issuer of e-CF makes */
export const readSent = (bytes: Buffer, accredited: readonly X509Certificate[]): SignedXmlRead => {
  try {
    return readSignedXml(bytes, { accredited });
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    throw new Problem(400, 'xml_refused', error.message);
  }
};

/** SHA-256 of a file. */
export const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

interface Known {
  readonly sha256: Buffer;
  readonly acknowledgement: string;
}

const knownOf = (tx: Transaction, { issuerRnc, encf }: Pick<ReadEcf, 'issuerRnc' | 'encf'>) =>
  tx.one<Known>(sql`
    SELECT f.sha256, f.acknowledgement
    FROM received_documents d JOIN received_document_files f ON f.document_id = d.id
    WHERE d.issuer_rnc = ${issuerRnc} AND d.encf = ${encf}`);

/** Stores a received document with its file; false if one with its issuer and number is there already. */
const store = async (
  tx: Transaction,
  { ecf, read, company }: { readonly ecf: ReadEcf; readonly read: SignedXmlRead; readonly company: Receiver },
  file: { readonly xml: string; readonly sha256: Buffer; readonly acknowledgement: string },
): Promise<boolean> => {
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO received_documents (encf, issuer_rnc, issuer_name, company_id, ecf_type, issue_date, due_date, modifies_number,
      tax, total, security_code, signer, received_at)
    VALUES (${ecf.encf}, ${ecf.issuerRnc}, ${ecf.issuerName}, ${company.companyId}::uuid, ${String(ecf.type)},
      ${ecf.issueDate}::date, ${ecf.dueDate}::date, ${ecf.modifies}, ${ecf.tax}::numeric, ${ecf.total}::numeric,
      ${read.securityCode}, left(${read.certificate?.holder ?? ''}, 200), now())
    ON CONFLICT ON CONSTRAINT received_documents_once DO NOTHING RETURNING id`);
  if (!row) return false;
  await tx.query(sql`
    INSERT INTO received_document_files (document_id, xml, sha256, acknowledgement)
    VALUES (${row.id}::uuid, ${file.xml}, ${file.sha256}, ${file.acknowledgement})`);
  return true;
};

/** The acknowledgement of a document, signed. */
const acknowledge = (
  named: Pick<ReadEcf, 'issuerRnc' | 'buyerRnc' | 'encf'>,
  refusal: Refusal | null,
  certificate: SigningCertificate,
): string => signXml(ecfXml(buildAcknowledgement(named, refusal, new Date().toISOString())), certificate).xml;

/**
 * Receives an e-CF that another taxpayer sent: verifies it, keeps it with its file, and answers the signed
 * acknowledgement (ARECF). The same file again gets the same acknowledgement; another one with its number is a duplicate.
 *
 * @param options `base`: RNC in the address that was called, null without one; `accredited`: who may have issued the
 *   certificate that signs, anybody if empty
 * @throws Problem 400 for XML that cannot be acknowledged, 404 while no company receives e-CF
 */
export const receiveEcf = async (
  { database, secretBox, log }: FastifyInstance,
  bytes: Buffer,
  { base, accredited }: { readonly base: string | null; readonly accredited: readonly X509Certificate[] },
): Promise<string> => {
  const read = readSent(bytes, accredited);
  const named = namedIn(read.document);
  if (!named)
    throw new Problem(
      400,
      'not_an_ecf',
      'No es un e-CF con RNC de su emisor, RNC de su comprador y e-NCF que se puedan leer.',
    );
  const ecf = readEcf(read.document);
  const sha256 = hashOf(bytes);
  return database.transaction(systemChange('ecf', 'Recepción de comprobantes'), async (tx) => {
    const receivers = await readReceivers(tx);
    const certificate = await answeringCertificate(tx, secretBox, receivers, [named.buyerRnc, base]);
    if (!certificate) throw notFound('Ninguna compañía recibe comprobantes electrónicos en esta dirección.');
    const answer = (refusal: Refusal | null): string => acknowledge(named, refusal, certificate);
    const refuse = (refusal: Refusal, why: string): string => {
      log.info({ issuer: named.issuerRnc, encf: named.encf, refusal, why }, 'an e-CF was not received');
      return answer(refusal);
    };
    if (read.defect !== null) return refuse(2, read.defect);
    const company = receivers.find(({ rnc }) => rnc === named.buyerRnc && (base ?? rnc) === rnc);
    if (!company) return refuse(4, 'the buyer is another taxpayer');
    if (!ecf) return refuse(1, 'its content is not as the format says');
    const again = ({ acknowledgement, sha256: before }: Known): string =>
      before.equals(sha256) ? acknowledgement : refuse(3, 'its number was received with another content');
    const known = await knownOf(tx, named);
    if (known) return again(known);
    const acknowledgement = answer(null);
    const xml = bytes.toString('utf8');
    if (await store(tx, { ecf, read, company }, { xml, sha256, acknowledgement })) return acknowledgement;
    // Another request stored it meanwhile.
    const stored = await knownOf(tx, named);
    if (!stored) throw new Error(`received document ${named.encf} has no file`);
    return again(stored);
  });
};
