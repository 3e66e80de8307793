import { evidencePaper } from '@pauta/domain/postsales/evidence/evidence-content.ts';
import { evidenceStates } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import sql from 'sql-template-tag';
import { contentHash } from '../../../approval/content-hash.ts';
import type { CheckedKind } from '../../../public-pages/checked-papers.ts';
import { findVersionByHash } from './evidence-version.ts';

/** Reports of evidence and their certificates, on the public pages that check documents. No amounts. */
export const checkedEvidence: CheckedKind = {
  find: async (database, hash) => {
    const version = await findVersionByHash(database, hash);
    if (!version) return undefined;
    const report = await database.one<{ status: keyof typeof evidenceStates; newest: number }>(sql`
      SELECT status, (SELECT max(edition) FROM evidence_versions v WHERE v.report_id = r.id) AS newest
      FROM evidence_reports r WHERE id = ${version.reportId}::uuid`);
    const paper = evidencePaper(version.content);
    const isNewest = report?.newest === version.edition;
    return {
      hash,
      ofIt: `del reporte de evidencias ${paper.number}`,
      title: paper.title,
      companyId: version.companyId,
      facts: [
        ...paper.facts,
        ['Contratado', paper.total.contracted],
        ['Emitido', paper.total.delivered],
        ['Con evidencia', paper.total.proven],
        ...(report && isNewest ? [['Estado', evidenceStates[report.status][0]] as const] : []),
      ],
      isNewest,
      isIntact: contentHash(version.content) === hash,
    };
  },
  contentOf: async (database, sha256) => {
    const row = await database.one<{ hash: string }>(sql`
      SELECT v.hash FROM evidence_documents d JOIN evidence_versions v USING (report_id, edition) WHERE d.sha256 = ${sha256}`);
    return row?.hash;
  },
};
