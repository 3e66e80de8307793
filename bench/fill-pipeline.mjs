// Opportunities of the bench.
import { runSql } from './pauta.mjs';

/**
 * Opportunities of three years with their changes: open ones in every stage, of the others half won, half lost. They are
 * inserted as the triggers would have left them.
 */
export const fillPipeline = async (socket, all, open) => {
  const stages = "'{PROSPECTO,CALIFICACION,PROPUESTA,NEGOCIACION,CIERRE-VERBAL}'::text[]";
  await runSql(
    socket,
    'pauta',
    'SET session_replication_role = replica',
    `CREATE TEMP TABLE made AS
      SELECT n, new_id() AS id, 25000 * (1 + n % 60) AS amount, CASE WHEN n % 9 = 0 THEN 'USD' ELSE 'DOP' END AS currency,
        current_date - CASE WHEN n <= ${open} THEN 50 + n % 60 ELSE 100 + n % 995 END AS day,
        CASE WHEN n <= ${open} THEN (${stages})[1 : 1 + n % 5]
          ELSE (${stages})[1 : 3 + n % 3] || CASE WHEN n % 2 = 0 THEN 'GANADA' ELSE 'PERDIDA' END END AS path
      FROM generate_series(1, ${all}) AS n`,
    `INSERT INTO opportunities (id, number, name, client_id, owner_id, agency_id, stage_id, probability_pct, result,
        last_stage_id, closed_at, won_amount, won_currency_code, loss_reason_id, expected_amount, currency_code,
        expected_close_date, flight, next_step, stage_since, stale_on, created_at)
      SELECT m.id, 'B-' || m.n, 'Campaña ' || m.n, c.ids[1 + m.n % cardinality(c.ids)], u.ids[1 + m.n % cardinality(u.ids)],
        CASE WHEN m.n % 3 = 0 THEN a.ids[1 + m.n % cardinality(a.ids)] END, s.id, s.probability_pct, s.result,
        CASE WHEN s.result <> 'open' THEN (SELECT id FROM closing_probabilities WHERE code = m.path[cardinality(m.path) - 1]) END,
        CASE WHEN s.result <> 'open' THEN d.since END, CASE WHEN s.result = 'won' THEN m.amount END,
        CASE WHEN s.result = 'won' THEN m.currency END,
        CASE WHEN s.result = 'lost' THEN (SELECT id FROM reasons WHERE kind = 'loss' ORDER BY id LIMIT 1) END,
        m.amount, m.currency, m.day + 60, daterange(m.day + 70, m.day + 100), 'Llamar', d.since,
        CASE WHEN s.result = 'open' THEN business_date(d.since) + s.stale_days END, m.day
      FROM made m JOIN closing_probabilities s ON s.code = m.path[cardinality(m.path)]
        CROSS JOIN LATERAL (SELECT (m.day + 10 * (cardinality(m.path) - 1))::timestamptz AS since) d,
        (SELECT array_agg(id) AS ids FROM clients) c, (SELECT array_agg(id) AS ids FROM agencies) a,
        (SELECT array_agg(DISTINCT primary_sales_rep_id) AS ids FROM clients) u`,
    `INSERT INTO opportunity_moves (opportunity_id, kind, label, from_stage_id, to_stage_id, days, expected_amount,
        currency_code, pipeline_change, moved_at)
      SELECT m.id, move_kind(f, t), concat_ws(' → ', f.name, t.name), f.id, t.id, CASE WHEN f.id IS NOT NULL THEN 10 END,
        m.amount, m.currency,
        m.amount * ((t.result = 'open')::integer - coalesce(f.result = 'open', false)::integer), m.day + 10 * (p.place - 1)::integer
      FROM made m CROSS JOIN LATERAL unnest(m.path) WITH ORDINALITY AS p (code, place)
        JOIN closing_probabilities t ON t.code = p.code LEFT JOIN closing_probabilities f ON f.code = m.path[p.place - 1]`,
    `INSERT INTO opportunity_platforms (opportunity_id, platform_id)
      SELECT m.id, p.id FROM made m CROSS JOIN (SELECT id FROM platforms ORDER BY id LIMIT 2) p`,
    'VACUUM ANALYZE',
  );
  const [known] = await runSql(
    socket,
    'pauta',
    `SELECT count(*)::integer AS all, count(*) FILTER (WHERE result = 'open' AND archived_at IS NULL)::integer AS open,
      (SELECT count(*)::integer FROM opportunity_moves) AS moves,
      (SELECT id FROM opportunities WHERE number = 'B-3') AS one, (SELECT owner_id FROM opportunities WHERE number = 'B-3') AS seller
    FROM opportunities`,
  );
  return known;
};
