import type { EvidenceContent } from '@pauta/domain/postsales/evidence/evidence-content.ts';
import sql from 'sql-template-tag';
import { contentHash } from '../../../approval/content-hash.ts';
import { canonicalJson } from '../../../document/canonical-json.ts';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { readContent } from './read-content.ts';

/** What an edition of a report says, with its SHA-256. */
export interface EvidenceVersion {
  readonly reportId: string;
  readonly companyId: string;
  readonly edition: number;
  readonly content: EvidenceContent;
  readonly hash: string;
  /** ISO instant at which it was fixed. */
  readonly at: string;
}

interface Row extends Omit<EvidenceVersion, 'content'> {
  readonly content: string;
}

const parsed = (row: Row | undefined): EvidenceVersion | undefined =>
  row && { ...row, content: JSON.parse(row.content) as EvidenceContent };

const columns = sql`v.report_id AS "reportId", c.company_id AS "companyId", v.edition, v.content, v.hash,
  to_json(v.created_at) #>> '{}' AS at
  FROM evidence_versions v JOIN evidence_reports r ON r.id = v.report_id JOIN contracts c ON c.id = r.contract_id`;

/** The newest stored edition of a report; undefined of one that was never approved. */
export const findVersion = async (
  database: Queryable,
  reportId: string,
): Promise<EvidenceVersion | undefined> =>
  parsed(
    await database.one<Row>(
      sql`SELECT ${columns} WHERE v.report_id = ${reportId}::uuid ORDER BY v.edition DESC LIMIT 1`,
    ),
  );

/** The edition with this hash. */
export const findVersionByHash = async (
  database: Queryable,
  hash: string,
): Promise<EvidenceVersion | undefined> =>
  parsed(await database.one<Row>(sql`SELECT ${columns} WHERE v.hash = ${hash}`));

/**
 * Stores what an approved report says, the first time that it is needed, in a transaction that has locked the report. What
 * was fixed when it was approved does not change, so it is the same whenever that is.
 */
export const fixVersion = async (tx: Transaction, reportId: string): Promise<EvidenceVersion> => {
  const known = await tx.one<Row>(sql`
    SELECT ${columns} WHERE v.report_id = ${reportId}::uuid AND v.edition = r.edition`);
  if (known) return parsed(known) as EvidenceVersion;
  const { content } = await readContent(tx, reportId);
  await tx.query(sql`
    INSERT INTO evidence_versions (report_id, edition, content, hash)
    VALUES (${reportId}::uuid, ${content.report.edition}, ${canonicalJson(content)}, ${contentHash(content)})`);
  const stored = await findVersion(tx, reportId);
  if (!stored) throw new Error(`the content of evidence report ${reportId} was not stored`);
  return stored;
};
