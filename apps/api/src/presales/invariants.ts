import sql from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';

/** What holds for the portfolio of accounts; see `0015_portfolio.sql`. */
export const presalesInvariants: readonly Invariant[] = [
  {
    name: 'portfolio_splits',
    number: 'I12',
    title: 'El reparto de cada cuenta suma 100 % todos los días',
    meaning: 'Las partes de los vendedores de un cliente suman exactamente el total, cualquier día.',
    enforcedBy: 'Disparador al final de cada transacción',
    offending: sql`
      SELECT 'clients' AS resource, c.id, c.trade_name AS label,
        'El ' || to_char(d.day, 'DD/MM/YYYY') || ' sus partes suman ' || s.share || ' %.' AS wrong
      FROM (
          SELECT client_id, lower(valid) AS day FROM portfolio_assignments
          UNION SELECT client_id, upper(valid) FROM portfolio_assignments WHERE NOT upper_inf(valid)
        ) d JOIN clients c ON c.id = d.client_id CROSS JOIN LATERAL (
          SELECT sum(a.split_pct) AS share FROM portfolio_assignments a WHERE a.client_id = d.client_id AND a.valid @> d.day) s
      WHERE s.share <> 100`,
  },
  {
    name: 'one_principal',
    number: 'I13',
    title: 'Cada cliente tiene un solo vendedor principal por día',
    meaning: 'Cualquier día se sabe de quién es una cuenta: de una persona, y de una sola.',
    enforcedBy: 'Restricción de exclusión por cliente y fechas',
    offending: sql`
      SELECT 'clients' AS resource, c.id, c.trade_name AS label,
        'Tiene más de un vendedor principal desde el ' || to_char(greatest(lower(a.valid), lower(b.valid)), 'DD/MM/YYYY') || '.' AS wrong
      FROM portfolio_assignments a
        JOIN portfolio_assignments b ON b.client_id = a.client_id AND b.role = 'principal' AND b.id > a.id AND b.valid && a.valid
        JOIN clients c ON c.id = a.client_id
      WHERE a.role = 'principal'
      UNION ALL
      SELECT 'clients', c.id, c.trade_name, 'Tiene vendedores y ninguno es el principal.'
      FROM clients c
      WHERE EXISTS (SELECT FROM portfolio_assignments a WHERE a.client_id = c.id AND a.valid @> business_date())
        AND NOT EXISTS (
          SELECT FROM portfolio_assignments a
          WHERE a.client_id = c.id AND a.role = 'principal' AND a.valid @> business_date())`,
  },
];
