import { notReceived } from '@pauta/domain/fiscal/do/ecf/build-messages.ts';
import { stampFacts } from '@pauta/domain/fiscal/do/ecf/stamp.ts';
import { readAcknowledgement } from '@pauta/domain/fiscal/do/receiving/read-received.ts';
import { nextAttempt } from '@pauta/domain/fiscal/do/sending/after-answer.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../../platform/database/database.ts';
import { doAllDue } from '../../../platform/regular-work.ts';
import { withoutCertificate } from '../issuing/sign-documents.ts';
import { readSignedXml } from '../signing/read-signed-xml.ts';
import { XmlRefused } from '../signing/scan-xml.ts';
import type { CalledServices, EcfClients } from './ecf-clients.ts';
import { saidIn } from './peer-client.ts';

interface DueDelivery extends CalledServices {
  readonly id: string;
  readonly encf: string;
  readonly xml: string;
  readonly attempts: number;
  readonly leased_until: string;
}

/** What an attempt changes; `acknowledgement` is kept. */
interface Outcome {
  readonly status: 'to_send' | 'received' | 'refused' | 'not_electronic';
  readonly message: string | null;
  readonly acknowledgement?: string;
}

/** Attempts after which a customer who does not answer is left alone: about two days. */
const mostAttempts = 50;

const change = systemChange('ecf', 'Entrega de comprobantes a clientes');

/** What follows from the answer of a customer. */
const outcomeOf = (
  text: string,
  { issuerRnc, encf }: { readonly issuerRnc: string; readonly encf: string },
  attempts: number,
): Outcome => {
  let read: ReturnType<typeof readAcknowledgement> = null;
  try {
    const signed = readSignedXml(Buffer.from(text.trim()));
    read = signed.defect === null ? readAcknowledgement(signed.document) : null;
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
  }
  if (!read || read.encf !== encf || read.issuerRnc !== issuerRnc) {
    const said = saidIn(text);
    return {
      status: 'to_send',
      message: `El sistema del cliente no respondió con un acuse de recibo válido. ${said}`.trim(),
    };
  }
  // It arrived at an earlier attempt whose answer was lost.
  const isDuplicate = read.refusal === '3' && attempts > 0;
  if (read.isReceived || isDuplicate) return { status: 'received', message: null, acknowledgement: text };
  const reason = read.refusal === null ? null : notReceived[Number(read.refusal) as keyof typeof notReceived];
  return {
    status: 'refused',
    message: `El sistema del cliente no lo recibió${reason ? `: ${reason.toLowerCase()}` : ''}.`,
    acknowledgement: text,
  };
};

/**
 * Delivers accepted documents to customers who receive electronically, at the address that the authority's directory has
 * of them, and keeps their acknowledgement. A document is leased during an attempt and attempted with growing pauses.
 *
 * @returns how many were attempted
 */
export const deliverDue = async (
  { database, log }: FastifyInstance,
  clients: EcfClients,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const take = (): Promise<DueDelivery | undefined> =>
    database.transaction(change, async (tx) => {
      const due = await tx.one<DueDelivery>(sql`
        SELECT d.id, d.company_id, d.encf, f.xml, d.receiver_attempts AS attempts,
          coalesce(d.environment, e.environment) AS environment,
          CASE WHEN e.environment = 'own' THEN e.service_url ELSE d.service_url END AS service_url,
          (now() + interval '3 minutes')::text AS leased_until
        FROM ecf_documents d JOIN ecf_files f ON f.document_id = d.id
          JOIN ecf_issuers e ON e.company_id = d.company_id AND e.archived_at IS NULL
        WHERE d.receiver_next_at <= now() AND NOT is_demonstration()
          AND (d.receiver_leased_until IS NULL OR d.receiver_leased_until <= now())
        ORDER BY d.receiver_next_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED`);
      if (due)
        await tx.query(sql`
          UPDATE ecf_documents SET receiver_attempts = receiver_attempts + 1,
            receiver_leased_until = ${due.leased_until}::timestamptz, receiver_next_at = ${due.leased_until}::timestamptz
          WHERE id = ${due.id}::uuid`);
      return due;
    });

  const attempt = async (due: DueDelivery): Promise<Outcome> => {
    const [client, peer] = await Promise.all([clients.clientOf(due), clients.peerOf(due)]);
    if (!client || !peer) return { status: 'to_send', message: withoutCertificate };
    const { issuerRnc, buyerRnc } = stampFacts(due.xml);
    const addresses = await client.addressesOf(buyerRnc);
    if (addresses === null || !('reception' in addresses))
      return addresses === null
        ? { status: 'not_electronic', message: null }
        : { status: 'to_send', message: addresses.message };
    if (addresses.reception === null) return { status: 'not_electronic', message: null };
    const answer = await peer.deliver(addresses, `${issuerRnc}${due.encf}.xml`, due.xml);
    return answer.kind === 'unavailable'
      ? { status: 'to_send', message: answer.message }
      : outcomeOf(answer.text, { issuerRnc, encf: due.encf }, due.attempts);
  };

  const write = (due: DueDelivery, { status, message, acknowledgement }: Outcome): Promise<void> =>
    database.transaction(change, async (tx) => {
      const failed = due.attempts + 1;
      const isOver = status === 'to_send' && failed >= mostAttempts;
      const written = await tx.one(sql`
        UPDATE ecf_documents SET receiver_status = ${isOver ? 'refused' : status}, receiver_leased_until = NULL,
          receiver_attempts = ${status === 'to_send' && !isOver ? failed : 0},
          receiver_message = left(${message}, 500),
          receiver_next_at = ${status === 'to_send' && !isOver ? nextAttempt(failed, Date.now(), Math.random()) : null}::timestamptz
        WHERE id = ${due.id}::uuid AND receiver_leased_until = ${due.leased_until}::timestamptz RETURNING id`);
      if (written && acknowledgement !== undefined)
        await tx.query(sql`
          INSERT INTO ecf_acknowledgements (document_id, xml) VALUES (${due.id}::uuid, ${acknowledgement})
          ON CONFLICT (document_id) DO NOTHING`);
    });

  return doAllDue(isStopped, async () => {
    const due = await take();
    if (!due) return false;
    let outcome: Outcome;
    try {
      outcome = await attempt(due);
    } catch (error) {
      log.warn({ err: error, document: due.id }, 'an e-CF could not be delivered');
      outcome = { status: 'to_send', message: 'No se pudo entregar. Se intenta de nuevo.' };
    }
    await write(due, outcome);
    return true;
  });
};
