import type { X509Certificate } from 'node:crypto';
import { stampFacts } from '@pauta/domain/fiscal/do/ecf/stamp.ts';
import type { EcfState } from '@pauta/domain/fiscal/do/ecf-states.ts';
import { readApproval } from '@pauta/domain/fiscal/do/receiving/read-received.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../../platform/database/database.ts';
import { hashOf, readSent } from './receive-ecf.ts';

/** The documented answer to an approval. */
export interface ApprovalAnswer {
  readonly codigo: '1' | '2';
  readonly estado: 'Aceptado' | 'Rechazado';
  readonly mensaje: string;
}

const accepted: ApprovalAnswer = {
  codigo: '1',
  estado: 'Aceptado',
  mensaje: 'Aprobación comercial recibida.',
};

const refused = (mensaje: string): ApprovalAnswer => ({ codigo: '2', estado: 'Rechazado', mensaje });

interface Answered {
  readonly id: string;
  readonly status: EcfState;
  readonly customer_answer: string;
  readonly xml: string;
}

/**
 * Receives what a customer answers (ACECF) to an e-CF of one of the companies: it must be signed and name the issuer, the
 * buyer, the number, the day and the total of that document. The first answer counts; the same file again is answered
 * alike.
 *
 * @throws Problem 400 for XML that cannot be read
 */
export const receiveApproval = async (
  { database }: FastifyInstance,
  bytes: Buffer,
  accredited: readonly X509Certificate[],
): Promise<ApprovalAnswer> => {
  const read = readSent(bytes, accredited);
  if (read.defect !== null) return refused(read.defect);
  const approval = readApproval(read.document);
  if (!approval) return refused('No es una aprobación comercial como dice su formato.');
  const { encf, issuerRnc, buyerRnc, issueDate, total, rejection } = approval;
  const sha256 = hashOf(bytes);
  return database.transaction(systemChange('ecf', 'Respuesta de un cliente'), async (tx) => {
    const document = await tx.one<Answered>(sql`
      SELECT d.id, d.status, d.customer_answer, f.xml
      FROM ecf_documents d JOIN companies c ON c.id = d.company_id JOIN ecf_files f ON f.document_id = d.id
      WHERE d.encf = ${encf} AND regexp_replace(c.tax_id, '[^0-9]', '', 'g') = ${issuerRnc}
      FOR UPDATE OF d`);
    const facts = document && stampFacts(document.xml);
    if (
      !facts ||
      facts.buyerRnc !== buyerRnc ||
      facts.issued !== issueDate.split('-').reverse().join('-') ||
      compareDecimals(facts.total, total) !== 0
    )
      return refused('No hay un comprobante de este emisor con ese e-NCF, comprador, fecha y total.');
    // Read after the lock, so that the answer of another request is seen.
    const before = await tx.one<{ sha256: Buffer }>(
      sql`SELECT sha256 FROM customer_answers WHERE document_id = ${document.id}::uuid`,
    );
    if (before?.sha256.equals(sha256)) return accepted;
    if (document.customer_answer !== 'none') return refused('Ese comprobante ya se respondió.');
    if (document.status !== 'accepted' && document.status !== 'conditional')
      return refused('La administración tributaria todavía no aceptó ese comprobante.');
    const isRejected = rejection !== null;
    await tx.query(sql`
      UPDATE ecf_documents SET customer_answer = ${isRejected ? 'rejected' : 'approved'}, customer_reason = ${rejection},
        customer_answered_at = now(), dispute_due = ${isRejected}
      WHERE id = ${document.id}::uuid`);
    await tx.query(sql`
      INSERT INTO customer_answers (document_id, xml, sha256)
      VALUES (${document.id}::uuid, ${bytes.toString('utf8')}, ${sha256})`);
    return accepted;
  });
};
