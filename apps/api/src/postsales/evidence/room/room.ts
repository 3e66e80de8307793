import { evidenceReports, type evidenceStates } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../../admin/sessions/tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isLinkToken } from '../../../public-pages/link-token.ts';
import type { RoomLink } from '../../../public-pages/room-log.ts';
import { type EvidenceVersion, findVersion } from '../document/evidence-version.ts';

/** Tables of the page of a report, of which the log names the report. */
export const evidenceTables = {
  evidence_links: evidenceReports.name,
  evidence_acceptances: evidenceReports.name,
} as const;

/** An objection of the edition that is shown, and what became of it. */
export interface ShownObjection {
  /** Id of its quota; null: the whole report. */
  readonly line: string | null;
  readonly author: string;
  readonly body: string;
  readonly answer: string | null;
  readonly status: string;
  /** ISO instant. */
  readonly created_at: string;
}

/** The page of a report as its client finds it. */
export interface EvidenceRoom {
  readonly linkId: string;
  readonly reportId: string;
  readonly recipient: string;
  readonly email: string;
  readonly status: keyof typeof evidenceStates;
  /** The report waits for an answer. */
  readonly isOpen: boolean;
  /** A code was mailed and is still good. */
  readonly hasCode: boolean;
  readonly expiresOn: string;
  readonly silentOn: string | null;
  readonly acceptedBy: string | null;
  /** ISO instant. */
  readonly answeredAt: string | null;
  readonly seller: { readonly id: string; readonly name: string; readonly email: string };
  readonly version: EvidenceVersion;
  readonly objections: readonly ShownObjection[];
}

/** The link that opened a page. */
export const linkOf = ({ linkId }: EvidenceRoom): RoomLink => ({ table: 'evidence_links', linkId });

/**
 * The page that a token opens; undefined if the token is unknown, or its link was closed or is past its last day. It shows
 * the newest edition that was approved.
 */
export const findRoom = async (database: Queryable, token: string): Promise<EvidenceRoom | undefined> => {
  if (!isLinkToken(token)) return undefined;
  const row = await database.one<Omit<EvidenceRoom, 'version'>>(sql`
    SELECT k.id AS "linkId", r.id AS "reportId", k.recipient, k.email, r.status, r.status = 'sent' AS "isOpen",
      coalesce(k.code_until > now(), false) AS "hasCode", k.expires_on::text AS "expiresOn",
      r.silent_on::text AS "silentOn", a.accepted_by AS "acceptedBy", to_json(r.answered_at) #>> '{}' AS "answeredAt",
      json_build_object('id', u.id, 'name', u.full_name, 'email', u.email) AS seller,
      coalesce((SELECT json_agg(json_build_object('line', o.quota_id, 'author', o.author, 'body', o.body, 'answer', o.answer,
          'status', o.status, 'created_at', o.created_at) ORDER BY o.created_at, o.id)
        FROM evidence_objections o WHERE o.report_id = r.id), '[]') AS objections
    FROM evidence_links k JOIN evidence_reports r ON r.id = k.report_id JOIN contracts c ON c.id = r.contract_id
      JOIN users u ON u.id = c.owner_id LEFT JOIN evidence_acceptances a ON a.report_id = r.id
    WHERE k.token_hash = ${tokenHash(token)} AND k.closed_at IS NULL AND k.expires_on >= business_date()
      AND r.archived_at IS NULL`);
  if (!row) return undefined;
  const version = await findVersion(database, row.reportId);
  return version && { ...row, version };
};
