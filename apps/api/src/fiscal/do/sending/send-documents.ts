import { stampFacts } from '@pauta/domain/fiscal/do/ecf/stamp.ts';
import type { ecfEnvironments } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import type { EcfState } from '@pauta/domain/fiscal/do/ecf-states.ts';
import {
  afterAnswer,
  type EcfAnswer,
  type EcfChanges,
} from '@pauta/domain/fiscal/do/sending/after-answer.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { readSetting } from '../../../admin/settings/store.ts';
import { systemChange } from '../../../platform/database/database.ts';
import { doAllDue } from '../../../platform/regular-work.ts';
import { withoutCertificate } from '../issuing/sign-documents.ts';
import type { EcfClient } from './ecf-client.ts';
import { createEcfClients } from './ecf-clients.ts';

interface DueDocument {
  readonly id: string;
  readonly company_id: string;
  readonly status: EcfState;
  readonly attempts: number;
  readonly signed_at: string;
  readonly track_id: string | null;
  readonly encf: string;
  readonly security_code: string;
  readonly xml: string;
  readonly summary: string | null;
  readonly environment: keyof typeof ecfEnvironments;
  readonly service_url: string | null;
  readonly was_sent: boolean;
  /** An earlier attempt may have arrived. */
  readonly maybe_sent: boolean;
  /** Until when this process answers for it; another that takes it later has another. */
  readonly leased_until: string;
}

/** Minutes after which another process takes a document that one has taken and not answered for. */
const lease = '3 minutes';

const workers = 4;

interface SendingSettings {
  readonly contingencyMinutes: number;
  /** Whether what is accepted is mailed to who pays it. */
  readonly mails: boolean;
}

/** Sends what is signed, and asks for the results of what was sent; see {@link createEcfSender}. */
export interface EcfSender {
  /** @returns how many documents were attempted */
  sendDue(isStopped?: () => boolean): Promise<number>;
}

/**
 * What an attempt asks. What was sent is asked for its result. What may have arrived although no answer came is looked
 * for before it is sent again, because the authority keeps each copy.
 */
const attempt = async (client: EcfClient, document: DueDocument): Promise<EcfAnswer> => {
  const { encf, summary, xml, track_id: trackId, attempts } = document;
  const { issuerRnc, buyerRnc } = stampFacts(xml);
  const fileName = `${issuerRnc}${encf}.xml`;
  if (document.status === 'sent' && trackId !== null) return client.result(trackId);
  if (attempts > 0) {
    const known =
      summary === null
        ? await client.lastReceived(issuerRnc, encf)
        : await client.summaryStatus({
            rnc: issuerRnc,
            encf,
            buyerRnc,
            securityCode: document.security_code,
          });
    if (known.kind !== 'not_found') return known;
  }
  return summary === null ? client.send(fileName, xml) : client.sendSummary(fileName, summary);
};

/**
 * The sender of a process. It keeps a client, and with it a token, for each issuer. Calls are made outside of
 * transactions: a document is leased for a few minutes, which counts as an attempt if the process dies, attempted, and what
 * follows is written while the lease is the same. Whoever asks to send it now does not end the lease. Documents without fiscal value are never sent.
 */
export const createEcfSender = (
  app: FastifyInstance,
  options: { readonly timeLimit?: number } = {},
): EcfSender => {
  const { database, log } = app;
  const clients = createEcfClients(app, options);

  const take = (): Promise<DueDocument | undefined> =>
    database.transaction(systemChange('ecf', 'Envío de comprobantes'), async (tx) => {
      const document = await tx.one<DueDocument>(sql`
        SELECT d.id, d.company_id, d.status, d.attempts, to_json(d.signed_at) #>> '{}' AS signed_at, d.track_id, d.encf,
          d.security_code, f.xml, f.summary, coalesce(d.environment, e.environment) AS environment, CASE WHEN e.environment = 'own' THEN e.service_url ELSE d.service_url END AS service_url,
          d.sent_at IS NOT NULL AS was_sent, d.maybe_sent, (now() + ${lease}::interval)::text AS leased_until
        FROM ecf_documents d JOIN ecf_files f ON f.document_id = d.id JOIN invoices i ON i.id = d.invoice_id
          JOIN ecf_issuers e ON e.company_id = d.company_id AND e.archived_at IS NULL
        WHERE d.status IN ('signed', 'sent', 'contingency') AND d.next_attempt_at <= now() AND i.has_fiscal_value
          AND (d.leased_until IS NULL OR d.leased_until <= now())
        ORDER BY d.next_attempt_at, d.id LIMIT 1 FOR UPDATE OF d SKIP LOCKED`);
      if (document)
        await tx.query(sql`
          UPDATE ecf_documents SET attempts = attempts + 1, maybe_sent = true, leased_until = ${document.leased_until}::timestamptz,
            next_attempt_at = ${document.leased_until}::timestamptz
          WHERE id = ${document.id}::uuid`);
      return document;
    });

  const answerTo = async (document: DueDocument): Promise<EcfAnswer> => {
    try {
      const client = await clients.clientOf(document);
      return client
        ? await attempt(client, document)
        : {
            kind: 'refused',
            message: withoutCertificate,
          };
    } catch (error) {
      log.warn({ err: error, document: document.id }, 'an e-CF could not be sent');
      return {
        kind: 'refused',
        message: 'No se pudo enviar. Revise la dirección de los servicios del emisor.',
      };
    }
  };

  const write = (
    { id, leased_until, xml, summary, maybe_sent }: DueDocument,
    answer: EcfAnswer,
    changes: EcfChanges,
    mails: boolean,
  ): Promise<void> => {
    const isAccepted = changes.status === 'accepted' || changes.status === 'conditional';
    // A summarised invoice is of a consumer, and stays with its issuer.
    const delivers = isAccepted && summary === null && stampFacts(xml).buyerRnc !== '';
    return database.transaction(systemChange('ecf', 'Envío de comprobantes'), async (tx) => {
      await tx.query(sql`
        UPDATE ecf_documents SET status = ${changes.status}, attempts = ${changes.attempts},
          next_attempt_at = ${changes.next_attempt_at}::timestamptz, message = ${changes.message},
          leased_until = NULL, mail_due = ${mails && isAccepted},
          number_reusable = ${changes.number_reusable ?? false},
          -- A service that does not take it, or was not called, leaves what was known before.
          maybe_sent = ${answer.kind === 'refused' ? maybe_sent : true},
          -- What has fiscal value now goes to the customer, if the directory knows where they receive.
          receiver_status = CASE WHEN ${delivers} THEN 'to_send' ELSE receiver_status END,
          receiver_next_at = CASE WHEN ${delivers} THEN now() ELSE receiver_next_at END,
          track_id = CASE WHEN ${changes.track_id !== undefined} THEN ${changes.track_id ?? null} ELSE track_id END,
          sent_at = coalesce(${changes.sent_at ?? null}::timestamptz, sent_at),
          answered_at = coalesce(${changes.answered_at ?? null}::timestamptz, answered_at)
        WHERE id = ${id}::uuid AND leased_until = ${leased_until}::timestamptz`);
    });
  };

  const work = (isStopped: () => boolean, { contingencyMinutes, mails }: SendingSettings): Promise<number> =>
    doAllDue(isStopped, async () => {
      const document = await take();
      if (!document) return false;
      const answer = await answerTo(document);
      const before = {
        status: document.status,
        attempts: document.attempts,
        signedAt: document.signed_at,
        wasSent: document.was_sent,
      };
      const at = { now: Date.now(), jitter: Math.random(), contingencyMinutes };
      await write(document, answer, afterAnswer(before, answer, at), mails);
      return true;
    });

  return {
    sendDue: async (isStopped = () => false) => {
      const settings = {
        contingencyMinutes: Number(await readSetting(database, 'ecf_contingency_minutes')),
        mails: (await readSetting(database, 'ecf_mail_on_acceptance')) === true,
      };
      const counts = await Promise.all(Array.from({ length: workers }, () => work(isStopped, settings)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
};
