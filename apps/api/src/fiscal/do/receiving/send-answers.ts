import { buildApproval } from '@pauta/domain/fiscal/do/ecf/build-messages.ts';
import { nextAttempt } from '@pauta/domain/fiscal/do/sending/after-answer.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../../platform/database/database.ts';
import { doAllDue } from '../../../platform/regular-work.ts';
import { withoutCertificate } from '../issuing/sign-documents.ts';
import type { CalledServices, EcfClients } from '../sending/ecf-clients.ts';
import { saidIn } from '../sending/peer-client.ts';
import { ecfXml } from '../signing/ecf-xml.ts';
import { signXml } from '../signing/sign-xml.ts';

type AnswerState = 'none' | 'to_send' | 'delivered' | 'refused';

interface DueReceived extends CalledServices {
  readonly id: string;
  readonly encf: string;
  readonly issuer_rnc: string;
  readonly company_rnc: string;
  readonly issue_date: string;
  readonly total: string;
  readonly security_code: string;
  readonly status: 'received' | 'approved' | 'rejected';
  readonly rejection_reason: string | null;
  readonly authority_status: 'unknown' | 'accepted' | 'rejected' | 'not_found';
  readonly answer_to_authority: AnswerState;
  readonly answer_to_issuer: AnswerState;
  readonly attempts: number;
  readonly leased_until: string;
  /** The answer that was signed; null before the first attempt. */
  readonly file: { readonly name: string; readonly xml: string } | null;
}

/** What an attempt changes. */
interface Changes {
  readonly authority_status: DueReceived['authority_status'];
  readonly answer_to_authority: AnswerState;
  readonly answer_to_issuer: AnswerState;
  readonly message: string | null;
  /** Whether something is left to ask or to send. */
  readonly isOpen: boolean;
}

const change = systemChange('ecf', 'Respuestas a comprobantes recibidos');

/**
 * Asks the authority about documents that were received, and sends what was answered to them to the authority and to
 * their issuer. An answer is signed once. A document is leased during an attempt and attempted with growing pauses.
 *
 * @returns how many were attempted
 */
export const sendDueAnswers = async (
  { database, log }: FastifyInstance,
  clients: EcfClients,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const take = (): Promise<DueReceived | undefined> =>
    database.transaction(change, async (tx) => {
      const due = await tx.one<DueReceived>(sql`
        SELECT d.id, d.company_id, d.encf, d.issuer_rnc, regexp_replace(c.tax_id, '[^0-9]', '', 'g') AS company_rnc,
          d.issue_date::text AS issue_date, d.total::text AS total, d.security_code, d.status, d.rejection_reason,
          d.authority_status, d.answer_to_authority, d.answer_to_issuer, d.attempts, e.environment, e.service_url,
          (now() + interval '3 minutes')::text AS leased_until,
          (SELECT json_build_object('name', a.file_name, 'xml', a.xml) FROM received_document_answers a
            WHERE a.document_id = d.id) AS file
        FROM received_documents d JOIN companies c ON c.id = d.company_id
          JOIN ecf_issuers e ON e.company_id = d.company_id AND e.archived_at IS NULL
        WHERE d.next_attempt_at <= now() AND NOT is_demonstration()
          AND (d.leased_until IS NULL OR d.leased_until <= now())
        ORDER BY d.next_attempt_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED`);
      if (due)
        await tx.query(sql`
          UPDATE received_documents SET attempts = attempts + 1, leased_until = ${due.leased_until}::timestamptz,
            next_attempt_at = ${due.leased_until}::timestamptz
          WHERE id = ${due.id}::uuid`);
      return due;
    });

  const fileOf = async (due: DueReceived): Promise<{ name: string; xml: string } | null> => {
    if (due.file) return due.file;
    const certificate = await clients.certificateOf(due.company_id);
    if (!certificate) return null;
    const received = {
      issuerRnc: due.issuer_rnc,
      buyerRnc: due.company_rnc,
      encf: due.encf,
      issueDate: due.issue_date,
      total: due.total,
    };
    const reason = due.status === 'rejected' ? (due.rejection_reason ?? '') : null;
    const { xml } = signXml(ecfXml(buildApproval(received, reason, new Date().toISOString())), certificate);
    const name = `${due.company_rnc}ACECF${due.encf}.xml`;
    await database.transaction(change, (tx) =>
      tx.query(sql`
        INSERT INTO received_document_answers (document_id, file_name, xml) VALUES (${due.id}::uuid, ${name}, ${xml})`),
    );
    return { name, xml };
  };

  const ask = async (due: DueReceived): Promise<Changes> => {
    const client = await clients.clientOf(due);
    const asked = client && {
      rnc: due.issuer_rnc,
      encf: due.encf,
      buyerRnc: due.company_rnc,
      securityCode: due.security_code,
    };
    const answer = asked
      ? await client.documentStatus(asked)
      : ({ kind: 'refused', message: withoutCertificate } as const);
    const known =
      answer.kind === 'accepted' || answer.kind === 'conditional'
        ? 'accepted'
        : answer.kind === 'rejected' || answer.kind === 'not_found'
          ? answer.kind
          : due.authority_status;
    return {
      ...due,
      authority_status: known,
      message: 'message' in answer ? answer.message : null,
      isOpen: known === 'unknown' || known === 'not_found',
    };
  };

  const sendToAuthority = async (
    due: DueReceived,
    file: { readonly name: string; readonly xml: string },
  ): Promise<readonly [AnswerState, string | null]> => {
    if (due.answer_to_authority !== 'to_send') return [due.answer_to_authority, null];
    const client = await clients.clientOf(due);
    if (!client) return ['to_send', withoutCertificate];
    const answer = await client.approve(file.name, file.xml);
    if (answer.kind === 'accepted') return ['delivered', null];
    if (answer.kind === 'rejected') return ['refused', answer.messages.join(' ') || null];
    return ['to_send', 'message' in answer ? answer.message : null];
  };

  const sendToIssuer = async (
    due: DueReceived,
    file: { readonly name: string; readonly xml: string },
  ): Promise<readonly [AnswerState, string | null]> => {
    if (due.answer_to_issuer !== 'to_send') return [due.answer_to_issuer, null];
    const [client, peer] = await Promise.all([clients.clientOf(due), clients.peerOf(due)]);
    if (!client || !peer) return ['to_send', withoutCertificate];
    const addresses = await client.addressesOf(due.issuer_rnc);
    if (addresses !== null && 'kind' in addresses) return ['to_send', addresses.message];
    if (addresses === null || addresses.approval === null)
      return ['refused', 'El directorio no tiene la dirección donde el emisor recibe aprobaciones.'];
    const answer = await peer.approve(addresses, file.name, file.xml);
    if (answer.kind === 'unavailable') return ['to_send', answer.message];
    return answer.isTaken
      ? ['delivered', null]
      : ['refused', `El emisor no la recibió. ${saidIn(answer.text)}`.trim()];
  };

  const send = async (due: DueReceived): Promise<Changes> => {
    const file = await fileOf(due);
    if (!file) return { ...due, message: withoutCertificate, isOpen: true };
    const [authority, authoritySaid] = await sendToAuthority(due, file);
    const [issuer, issuerSaid] = await sendToIssuer(due, file);
    const said = [authoritySaid, issuerSaid].filter((one) => one !== null).join(' ');
    return {
      authority_status: due.authority_status,
      answer_to_authority: authority,
      answer_to_issuer: issuer,
      message: said === '' ? null : said,
      isOpen: authority === 'to_send' || issuer === 'to_send',
    };
  };

  const attempt = async (due: DueReceived): Promise<Changes> => {
    try {
      return due.status === 'received' ? await ask(due) : await send(due);
    } catch (error) {
      log.warn({ err: error, document: due.id }, 'a received e-CF could not be asked about or answered');
      return {
        ...due,
        message: 'No se pudo enviar. Revise la dirección de los servicios del emisor.',
        isOpen: true,
      };
    }
  };

  return doAllDue(isStopped, async () => {
    const due = await take();
    if (!due) return false;
    const changes = await attempt(due);
    const failed = due.attempts + 1;
    const next = changes.isOpen ? nextAttempt(failed, Date.now(), Math.random()) : null;
    // Somebody may have decided meanwhile: then what is to be sent stays due.
    await database.transaction(change, (tx) =>
      tx.query(sql`
        UPDATE received_documents SET leased_until = NULL, authority_status = ${changes.authority_status},
          answer_to_authority = CASE WHEN status = ${due.status} THEN ${changes.answer_to_authority} ELSE answer_to_authority END,
          answer_to_issuer = CASE WHEN status = ${due.status} THEN ${changes.answer_to_issuer} ELSE answer_to_issuer END,
          attempts = CASE WHEN status = ${due.status} THEN ${changes.isOpen ? failed : 0} ELSE attempts END,
          message = left(${changes.message}, 2000),
          next_attempt_at = CASE WHEN status = ${due.status} THEN ${next}::timestamptz ELSE next_attempt_at END
        WHERE id = ${due.id}::uuid AND leased_until = ${due.leased_until}::timestamptz`),
    );
    return true;
  });
};
