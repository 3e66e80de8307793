import { stripOf, stripStates } from '@pauta/domain/postsales/evidence/coverage.ts';
import { type EvidenceContent, evidencePaper } from '@pauta/domain/postsales/evidence/evidence-content.ts';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { renderSVG } from 'uqr';
import { type Letterhead, readLetterhead } from '../../../admin/settings/letterhead.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { readTemplate } from '../../../printing/template.ts';
import { checkPath } from '../../../public-pages/checked-papers.ts';
import type { EvidenceVersion } from './evidence-version.ts';

const template = readTemplate(new URL('./evidence.typ', import.meta.url));

/** Documents of a report: all of it, or the certificate of what was put on the air. */
export type DocumentKind = 'report' | 'certificate';

/** Pieces of evidence that the document shows with a picture. */
const mostPictures = 24;

/** The small versions of pictures of a report, by the id of the evidence, as JPEG. */
const readPictures = async (
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> => {
  const rows = await database.query<{ id: string; thumbnail: Buffer }>(sql`
    SELECT i.id, d.thumbnail FROM evidence_items i JOIN media_measures d ON d.file_id = i.file
    WHERE i.id = ANY(${ids}::uuid[]) AND d.thumbnail IS NOT NULL`);
  const made = await Promise.all(
    rows.map(
      async ({ id, thumbnail }) => [id, await sharp(thumbnail).jpeg({ quality: 80 }).toBuffer()] as const,
    ),
  );
  return new Map(made);
};

const legend = Object.entries(stripStates)
  .filter(([state]) => state !== 'none')
  .map(([state, [, name]]) => [state, name] as const);

/** A document to be printed. */
export interface PrintedEvidence {
  readonly content: EvidenceContent;
  /** Null: what it says is not fixed yet. */
  readonly hash: string | null;
  /** Address of the page that checks it; null if there is none. */
  readonly checkUrl: string | null;
  readonly at: string;
}

/** A document of a report as PDF; equal arguments give equal bytes. */
export const printEvidence = async (
  { printer, database }: { readonly printer: FastifyInstance['printer']; readonly database: Queryable },
  kind: DocumentKind,
  { content, hash, checkUrl, at }: PrintedEvidence,
  { logo, ...letterhead }: Letterhead,
): Promise<Buffer> => {
  const paper = evidencePaper(content);
  const isReport = kind === 'report';
  const pictured = paper.items.filter(({ has_picture }) => has_picture).slice(0, mostPictures);
  const pictures = isReport
    ? await readPictures(
        database,
        pictured.map(({ id }) => id),
      )
    : new Map<string, Buffer>();
  const nameOf = (id: string): string => `picture-${id}.jpg`;
  const strip = stripOf(content.lines, content.report);
  const { company, client, contract } = content;
  return printer.print(
    template,
    {
      at,
      isReport,
      heading: isReport ? paper.title : `Certificado de pauta ${paper.certificate ?? ''}`.trim(),
      mark: hash === null ? 'BORRADOR' : null,
      facts: paper.facts,
      statement: isReport
        ? null
        : `${company} certifica que emitió para ${client}, según el contrato ${contract.number}, lo que sigue.`,
      remarks: isReport ? paper.remarks : null,
      lines: paper.lines,
      total: paper.total,
      legend,
      strip: {
        columns: strip.columns,
        rows: strip.rows.map(({ title, cells }) => ({
          title,
          cells: cells.map(({ state, delivered }) => ({
            state,
            text: state === 'none' ? '' : String(delivered),
          })),
        })),
      },
      airings: isReport ? [] : paper.airings,
      items: isReport
        ? paper.items.map((item) => ({ ...item, picture: pictures.has(item.id) ? nameOf(item.id) : null }))
        : [],
      proof: [
        ...(hash === null ? [] : [`Huella (SHA-256): ${hash}`]),
        ...(checkUrl === null ? [] : [`Compruebe este documento en ${checkUrl}`]),
      ],
      hasCode: checkUrl !== null,
      letterhead: { ...letterhead, hasLogo: logo !== null },
    },
    {
      ...(logo !== null && { 'logo.png': logo }),
      ...(checkUrl !== null && { 'check.svg': Buffer.from(renderSVG(checkUrl, { border: 1 }), 'utf8') }),
      ...Object.fromEntries([...pictures].map(([id, picture]) => [nameOf(id), picture])),
    },
  );
};

/** A document of an edition: the bytes that are the same for everybody who asks. */
export interface EvidenceDocument {
  readonly sha256: string;
  readonly bytes: Buffer;
}

const findDocument = (
  database: Queryable,
  { reportId, edition }: EvidenceVersion,
  kind: DocumentKind,
): Promise<EvidenceDocument | undefined> =>
  database.one<EvidenceDocument>(sql`
    SELECT sha256, bytes FROM evidence_documents
    WHERE report_id = ${reportId}::uuid AND edition = ${edition} AND kind = ${kind}`);

/**
 * A document of an edition. It is made when it is first asked for, and kept. Of two that are made at the same time the
 * first one stored is that of both.
 *
 * @param database the transaction of a caller that has one
 */
export const documentOf = async (
  app: FastifyInstance,
  version: EvidenceVersion,
  kind: DocumentKind,
  database: Queryable = app.database,
): Promise<EvidenceDocument> => {
  const known = await findDocument(database, version, kind);
  if (known) return known;
  const address = await app.engine.publicAddress(database);
  const bytes = await printEvidence(
    { printer: app.printer, database },
    kind,
    {
      content: version.content,
      hash: version.hash,
      checkUrl: address === undefined ? null : `${address}${checkPath(version.hash)}`,
      at: version.at,
    },
    await readLetterhead(app, [version.companyId], database),
  );
  await database.query(sql`
    INSERT INTO evidence_documents (report_id, edition, kind, sha256, bytes)
    VALUES (${version.reportId}::uuid, ${version.edition}, ${kind}, encode(sha256(${bytes}), 'hex'), ${bytes})
    ON CONFLICT DO NOTHING`);
  const stored = await findDocument(database, version, kind);
  if (!stored) throw new Error(`the document of evidence report ${version.reportId} was not stored`);
  return stored;
};

/** The name of the file of a document, without its extension. */
export const fileNameOf = (kind: DocumentKind, { report }: EvidenceContent): string =>
  kind === 'report' ? `Reporte ${report.number}` : `Certificado ${report.certificate_no ?? report.number}`;
