import { type FiscalDocument, fiscalNumber } from '@pauta/domain/finance/fiscal-documents.ts';
import { rncOf } from '@pauta/domain/fiscal/do/ecf/build-ecf.ts';
import { buildVoidedRanges } from '@pauta/domain/fiscal/do/ecf/build-messages.ts';
import { ecfTypeOf } from '@pauta/domain/fiscal/do/ecf/ecf-types.ts';
import { type EcfAnswer, nextAttempt } from '@pauta/domain/fiscal/do/sending/after-answer.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../../platform/database/database.ts';
import { doAllDue } from '../../../platform/regular-work.ts';
import { withoutCertificate } from '../issuing/sign-documents.ts';
import type { CalledServices, EcfClients } from '../sending/ecf-clients.ts';
import { ecfXml } from '../signing/ecf-xml.ts';
import { signXml } from '../signing/sign-xml.ts';

interface DueVoid extends CalledServices {
  readonly id: string;
  readonly document: FiscalDocument;
  readonly first_no: number;
  readonly last_no: number;
  readonly tax_id: string | null;
  readonly attempts: number;
  readonly leased_until: string;
  /** The message that was signed and not answered yet; null before the first attempt. */
  readonly file: { readonly name: string; readonly xml: string } | null;
}

const change = systemChange('ecf', 'Anulación de e-NCF');

/** `20261005123000` of an instant, in UTC: names of files of one issuer differ. */
const stampOf = (instant: string): string => instant.replaceAll(/[^0-9]/g, '').slice(0, 14);

/**
 * Signs and sends the numbers that are to be voided. A message is signed once and sent until the authority answers; it
 * is leased meanwhile, as documents are.
 *
 * @returns how many were attempted
 */
export const sendDueVoided = async (
  { database, log }: FastifyInstance,
  clients: EcfClients,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const take = (): Promise<DueVoid | undefined> =>
    database.transaction(change, async (tx) => {
      const due = await tx.one<DueVoid>(sql`
        SELECT v.id, v.company_id, v.document, v.first_no, v.last_no, c.tax_id, v.attempts, e.environment, e.service_url,
          (now() + interval '3 minutes')::text AS leased_until,
          (SELECT json_build_object('name', f.file_name, 'xml', f.xml) FROM voided_number_files f
            WHERE f.voided_id = v.id AND f.created_at > coalesce(v.answered_at, '-infinity') ORDER BY f.created_at DESC, f.id DESC LIMIT 1) AS file
        FROM voided_numbers v JOIN companies c ON c.id = v.company_id
          JOIN ecf_issuers e ON e.company_id = v.company_id AND e.archived_at IS NULL
        WHERE v.status = 'to_send' AND v.next_attempt_at <= now() AND NOT is_demonstration()
          AND (v.leased_until IS NULL OR v.leased_until <= now())
        ORDER BY v.next_attempt_at, v.id LIMIT 1 FOR UPDATE OF v SKIP LOCKED`);
      if (due)
        await tx.query(sql`
          UPDATE voided_numbers SET attempts = attempts + 1, leased_until = ${due.leased_until}::timestamptz,
            next_attempt_at = ${due.leased_until}::timestamptz
          WHERE id = ${due.id}::uuid`);
      return due;
    });

  const fileOf = async (due: DueVoid): Promise<{ name: string; xml: string } | string> => {
    if (due.file) return due.file;
    const certificate = await clients.certificateOf(due.company_id);
    if (!certificate) return withoutCertificate;
    const rnc = rncOf(due.tax_id);
    if (rnc === null) return 'Complete el RNC de la compañía: la anulación lo lleva.';
    const now = new Date().toISOString();
    const range = {
      type: ecfTypeOf(due.document),
      from: fiscalNumber(due.document, due.first_no),
      to: fiscalNumber(due.document, due.last_no),
    };
    const { xml } = signXml(ecfXml(buildVoidedRanges(rnc, [range], now)), certificate);
    const name = `${rnc}ANECF${stampOf(now)}.xml`;
    await database.transaction(change, (tx) =>
      tx.query(sql`
        INSERT INTO voided_number_files (voided_id, file_name, xml) VALUES (${due.id}::uuid, ${name}, ${xml})`),
    );
    return { name, xml };
  };

  const answerTo = async (due: DueVoid): Promise<EcfAnswer> => {
    try {
      const file = await fileOf(due);
      if (typeof file === 'string') return { kind: 'refused', message: file };
      const client = await clients.clientOf(due);
      return client
        ? await client.voidNumbers(file.name, file.xml)
        : { kind: 'refused', message: withoutCertificate };
    } catch (error) {
      log.warn({ err: error, voided: due.id }, 'numbers of e-CF could not be voided');
      return {
        kind: 'refused',
        message: 'No se pudo enviar. Revise la dirección de los servicios del emisor.',
      };
    }
  };

  return doAllDue(isStopped, async () => {
    const due = await take();
    if (!due) return false;
    const answer = await answerTo(due);
    const isAnswered = answer.kind === 'accepted' || answer.kind === 'rejected';
    const maybe =
      answer.kind === 'rejected' && due.attempts > 0
        ? ' Un envío anterior quedó sin respuesta: consulte en la Oficina Virtual si ya se anularon.'
        : '';
    const said = 'messages' in answer ? answer.messages.join(' ') : 'message' in answer ? answer.message : '';
    const message = `${said}${maybe}`.trim().slice(0, 2000);
    const failed = due.attempts + 1;
    await database.transaction(change, (tx) =>
      tx.query(sql`
        UPDATE voided_numbers SET status = ${isAnswered ? answer.kind : 'to_send'}, leased_until = NULL,
          attempts = ${isAnswered ? 0 : failed}, message = ${message === '' ? null : message},
          next_attempt_at = ${isAnswered ? null : nextAttempt(failed, Date.now(), Math.random())}::timestamptz,
          answered_at = CASE WHEN ${isAnswered} THEN now() ELSE answered_at END
        WHERE id = ${due.id}::uuid AND leased_until = ${due.leased_until}::timestamptz`),
    );
    return true;
  });
};
