import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import type { Computing } from './computed-rows.ts';

/**
 * Opportunities that were open at the end of each day, from the log of the pipeline: an entry holds from its day until that
 * of the next one. Each entry has the stage and the amount that it left; whether it is archived follows from the last entry
 * about that.
 */
export const openOpportunityRows = ({ days, actor }: Computing): Sql => sql`
  WITH days AS MATERIALIZED (SELECT unnest(${[...days]}::date[]) AS day),
  log AS MATERIALIZED (
    SELECT m.opportunity_id, m.to_stage_id, m.expected_amount, m.currency_code, m.kind,
      (m.moved_at AT TIME ZONE ${raw(`'${companyZone}'`)})::date AS since,
      lead((m.moved_at AT TIME ZONE ${raw(`'${companyZone}'`)})::date, 1, 'infinity') OVER w AS until,
      count(*) FILTER (WHERE m.kind IN ('archived', 'restored')) OVER w AS turns
    FROM opportunity_moves m
    WINDOW w AS (PARTITION BY m.opportunity_id ORDER BY m.moved_at, m.id)),
  -- Archived and restored alternate, and an opportunity begins as neither.
  standing AS (
    SELECT d.day, l.opportunity_id, l.to_stage_id, l.expected_amount, l.currency_code
    FROM days d JOIN log l ON l.since <= d.day AND d.day < l.until AND l.turns % 2 = 0)
  SELECT t.id::text AS id, t.number, t.id AS opportunity_id, t.client_id, s.day AS as_of, g.id AS stage_id,
    s.expected_amount AS amount, round(s.expected_amount * g.probability_pct / 100, 2) AS weighted, s.currency_code,
    t.owner_id, t.agency_id, c.industry_id, t.lead_source_id
  FROM standing s JOIN closing_probabilities g ON g.id = s.to_stage_id AND g.result = 'open'
    JOIN opportunities t ON t.id = s.opportunity_id JOIN clients c ON c.id = t.client_id
  WHERE ${rowVisibility(opportunities, actor, 't')}`;
