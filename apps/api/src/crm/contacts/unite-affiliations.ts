import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** A period in which a person worked for a company; `until` is the first day after it. */
interface Affiliation {
  readonly id: string;
  readonly contact: string;
  readonly company: string;
  readonly role: string;
  readonly is_primary: boolean;
  readonly from: string;
  readonly until: string | null;
}

/** A row of the result, and the rows that it makes redundant. */
interface Span {
  readonly row: Affiliation;
  readonly from: string;
  readonly until: string | null;
  readonly spare: readonly Affiliation[];
  readonly is_primary: boolean;
}

const meets = (a: Pick<Span, 'from' | 'until'>, b: Pick<Span, 'from' | 'until'>): boolean =>
  (b.until === null || a.from < b.until) && (a.until === null || b.from < a.until);

/** Overlapping periods in the same company and role are merged. */
const spansOf = (rows: readonly Affiliation[]): Span[] => {
  const spans: Span[] = [];
  for (const row of [...rows].sort((a, b) => a.from.localeCompare(b.from))) {
    const at = spans.findIndex(
      (span) => span.row.company === row.company && span.row.role === row.role && meets(span, row),
    );
    const span = spans[at];
    if (!span) {
      spans.push({ row, from: row.from, until: row.until, spare: [], is_primary: row.is_primary });
      continue;
    }
    const latest = span.until === null || row.until === null ? null : [span.until, row.until].sort()[1];
    spans[at] = {
      ...span,
      until: latest ?? null,
      spare: [...span.spare, row],
      is_primary: span.is_primary || row.is_primary,
    };
  }
  return spans;
};

/** The current company becomes the main one; earlier periods stay main unless they overlap another main one. */
const leadersOf = (spans: readonly Span[], isPresent: (span: Span) => boolean): ReadonlySet<Span> => {
  const leaders: Span[] = spans.filter(isPresent);
  for (const span of spans) {
    if (span.is_primary && span.until !== null && !leaders.some((other) => meets(other, span)))
      leaders.push(span);
  }
  return new Set(leaders);
};

/**
 * Adds the companies of one person to another: overlapping periods are merged, and the target's current company stays
 * the main one.
 *
 * @param target the remaining contact, with its company from now on
 * @returns the number of rows whose person changed
 */
export const uniteAffiliations = async (
  tx: Transaction,
  source: string,
  target: AnyRecord,
): Promise<number> => {
  const rows = await tx.query<Affiliation>(sql`
    SELECT id, contact_id AS contact, coalesce(client_id, agency_id) AS company, role, is_primary,
      lower(valid)::text AS from, upper(valid)::text AS until
    FROM contact_affiliations WHERE contact_id = ANY(${[source, target.id]}::uuid[])
    ORDER BY contact_id = ${source}::uuid, lower(valid), id FOR UPDATE`);
  const company = ((target.client_id ?? target.agency_id) as Reference | null)?.id ?? null;
  const spans = spansOf(rows);
  const isPresent = ({ row, until }: Span): boolean =>
    until === null && row.company === company && row.role === target.role;
  const leaders = leadersOf(spans, isPresent);
  const spare = spans.flatMap((span) => span.spare.map(({ id }) => id));
  const kept = JSON.stringify(
    spans.map((span) => ({ id: span.row.id, from: span.from, until: span.until, leads: leaders.has(span) })),
  );
  const given = sql`jsonb_to_recordset(${kept}::jsonb) AS g(id uuid, "from" date, until date, leads boolean)`;
  // Written in an order in which no two rows conflict, neither now nor when undone.
  await tx.query(sql`DELETE FROM contact_affiliations WHERE id = ANY(${spare}::uuid[])`);
  await tx.query(sql`
    UPDATE contact_affiliations a SET is_primary = false FROM ${given}
    WHERE a.id = g.id AND a.is_primary
      AND NOT (g.leads AND a.contact_id = ${target.id}::uuid AND a.valid = daterange(g.from, g.until))`);
  await tx.query(sql`
    UPDATE contact_affiliations a SET contact_id = ${target.id}::uuid, valid = daterange(g.from, g.until) FROM ${given}
    WHERE a.id = g.id AND (a.contact_id, a.valid) IS DISTINCT FROM (${target.id}::uuid, daterange(g.from, g.until))`);
  await tx.query(sql`
    UPDATE contact_affiliations a SET is_primary = true FROM ${given} WHERE a.id = g.id AND g.leads AND NOT a.is_primary`);
  const present = spans.find(isPresent);
  if (present) {
    await tx.query(sql`
      UPDATE contacts SET company_since = ${present.from}::date
      WHERE id = ${target.id}::uuid AND company_since IS DISTINCT FROM ${present.from}::date`);
  }
  return rows.filter(({ contact }) => contact === source).length;
};
