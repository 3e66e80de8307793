import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import type { Computing } from './computed-rows.ts';
import { stockRows } from './stock-rows.ts';

/**
 * Opportunities that were open at the end of each day, from the log of the pipeline: an entry holds from its day until that
 * of the next one. Each entry has the stage and the amount that it left; whether it is archived follows from the last entry
 * about that. The log is read once, in the order of its index, which has all that is read of it.
 */
export const openOpportunityRows = ({ days, fields, actor }: Computing): Sql => {
  const ends = sql`ARRAY(
    SELECT (day + 1)::timestamp AT TIME ZONE ${raw(`'${companyZone}'`)} FROM unnest(${[...days]}::date[]) AS day ORDER BY day)`;
  return stockRows({
    days,
    fields,
    sums: ['amount', 'weighted'],
    ofDay: { as_of: { of: sql`d.day` } },
    rows: sql`
      WITH archived AS MATERIALIZED (
        SELECT * FROM (
          SELECT opportunity_id, kind, moved_at, id, lead(moved_at, 1, 'infinity') OVER w AS until, lead(id) OVER w AS until_id
          FROM opportunity_moves WHERE kind IN ('archived', 'restored')
          WINDOW w AS (PARTITION BY opportunity_id ORDER BY moved_at, id)) a
        WHERE a.kind = 'archived')
      SELECT t.id::text AS id, t.number, s.opportunity_id, t.client_id, g.id AS stage_id, s.expected_amount AS amount,
        round(s.expected_amount * g.probability_pct / 100, 2) AS weighted, s.currency_code, t.owner_id, t.agency_id,
        c.industry_id, t.lead_source_id, s.after, s.upto
      FROM (
        SELECT m.*, lead(m.after, 1, ${days.length}::integer) OVER (PARTITION BY m.opportunity_id ORDER BY m.moved_at, m.id) AS upto
        FROM (
          SELECT opportunity_id, moved_at, id, to_stage_id, expected_amount, currency_code,
            width_bucket(moved_at, ${ends}) AS after
          FROM opportunity_moves) m) s
        JOIN closing_probabilities g ON g.id = s.to_stage_id AND g.result = 'open'
        LEFT JOIN opportunities t ON t.id = s.opportunity_id LEFT JOIN clients c ON c.id = t.client_id
      WHERE s.after < s.upto AND ${rowVisibility(opportunities, actor, 't')} AND NOT EXISTS (
        SELECT FROM archived a WHERE a.opportunity_id = s.opportunity_id AND (s.moved_at, s.id) >= (a.moved_at, a.id)
          AND (s.moved_at < a.until OR s.moved_at = a.until AND s.id < a.until_id))`,
  });
};
