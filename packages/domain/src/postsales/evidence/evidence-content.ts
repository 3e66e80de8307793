import { formatInstant } from '../../calendar/company-clock.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import type { PaperFacts } from '../../sales/lines/sale-paper.ts';
import { presentFacts } from '../../sales/lines/sale-paper.ts';
import { formatCount } from '../../text/locale.ts';
import {
  type CoverageLine,
  differingDays,
  formatVariance,
  sumUnits,
  type Units,
  varianceOf,
} from './coverage.ts';
import { evidenceKinds } from './evidence-item.ts';

/** What was put on the air, and what it proves. */
export interface Airing {
  /** Id of its quota. */
  readonly line: string;
  readonly space: string;
  readonly starts_on: string;
  readonly ends_on: string;
  /** ISO instant. */
  readonly aired_at: string;
  readonly units: number;
  readonly material: string | null;
  readonly duration_sec: number | null;
}

/** A piece of evidence. */
export interface ContentItem {
  readonly id: string;
  readonly kind: keyof typeof evidenceKinds;
  readonly description: string;
  readonly captured_at: string;
  readonly sha256: string;
  /** Id of the quota of what it proves; null: everything in the period. */
  readonly line: string | null;
  /** It has a small version that can be shown. */
  readonly has_picture: boolean;
}

/** What an edition of a report says: it is hashed, and pages and documents come from it. */
export interface EvidenceContent {
  readonly report: {
    readonly number: string;
    readonly certificate_no: string | null;
    readonly edition: number;
    readonly from: string;
    readonly to: string;
    readonly remarks: string | null;
  };
  readonly contract: { readonly number: string; readonly name: string };
  readonly client: string;
  readonly agency: string | null;
  readonly company: string;
  readonly lines: readonly CoverageLine[];
  readonly airings: readonly Airing[];
  readonly items: readonly ContentItem[];
}

/** A line of a report as texts. */
export interface EvidencePaperLine {
  readonly id: string;
  readonly title: string;
  readonly space: string;
  readonly contracted: string;
  readonly delivered: string;
  readonly proven: string;
  readonly variance: string;
  /** Days that differ from what was contracted. */
  readonly differing: readonly string[];
}

const unitTexts = (units: Units) => ({
  contracted: formatCount(units.contracted),
  delivered: formatCount(units.delivered),
  proven: formatCount(units.proven),
  variance: formatVariance(varianceOf(units)),
});

/** A report as its client reads it: texts only, in order. */
export const evidencePaper = ({
  report,
  contract,
  client,
  agency,
  company,
  lines,
  airings,
  items,
}: EvidenceContent) => {
  const facts: PaperFacts = presentFacts([
    ['Reporte', report.edition > 1 ? `${report.number}, edición ${report.edition}` : report.number],
    ['Certificado', report.certificate_no],
    ['Cliente', client],
    ['Agencia', agency],
    ['Contrato', `${contract.number} · ${contract.name}`],
    ['Periodo', `Del ${formatCivilDate(report.from)} al ${formatCivilDate(report.to)}`],
    ['Emitido por', company],
  ]);
  const titles = new Map(lines.map(({ id, title }) => [id, title]));
  return {
    number: report.number,
    certificate: report.certificate_no,
    title: `Reporte de evidencias ${report.number}`,
    facts,
    remarks: report.remarks,
    lines: lines.map(
      ({ id, title, space, days }): EvidencePaperLine => ({
        id,
        title,
        space,
        ...unitTexts(sumUnits(days)),
        differing: differingDays({ days }),
      }),
    ),
    total: unitTexts(sumUnits(lines.flatMap(({ days }) => days))),
    airings: airings.map(({ line, space, starts_on, ends_on, aired_at, units, material, duration_sec }) => ({
      when:
        starts_on === ends_on
          ? formatInstant(aired_at)
          : `Del ${formatCivilDate(starts_on)} al ${formatCivilDate(ends_on)}`,
      title: titles.get(line) ?? '',
      space,
      material: material ?? '',
      duration: duration_sec === null ? '' : `${formatCount(duration_sec)} s`,
      units: formatCount(units),
    })),
    items: items.map(({ id, kind, description, captured_at, sha256, line, has_picture }) => ({
      id,
      title: description,
      details: [
        evidenceKinds[kind],
        formatInstant(captured_at),
        line === null ? 'Todo el periodo' : (titles.get(line) ?? ''),
      ].filter((text) => text !== ''),
      hash: sha256,
      line,
      has_picture,
    })),
  };
};

export type EvidencePaper = ReturnType<typeof evidencePaper>;
