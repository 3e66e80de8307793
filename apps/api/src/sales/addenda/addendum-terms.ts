import type { Body } from '@pauta/domain/document/document.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { AddendumTerms } from '@pauta/domain/sales/addenda/addendum-totals.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { saleContextOf } from '../lines/sale-context.ts';
import { readSaleTerms } from '../lines/sale-terms.ts';

/** What a contract agreed: its lines in force by id, and what its agency gets as a discount in the invoice. */
export interface ContractTerms {
  /** The gross by which its discounts for volume were given when it was signed; addenda do not change it. */
  readonly volume_gross: string;
  readonly before: Readonly<Record<string, Values>>;
  readonly agency_discount_pct: string;
}

/** The record of a joined table as a reference; null if there is none. */
const named = (alias: string): Sql =>
  raw(
    `CASE WHEN ${alias}.id IS NOT NULL THEN json_build_object('id', ${alias}.id, 'label', ${alias}.name, 'code', ${alias}.code) END`,
  );

/** Reads what a contract agreed, in two statements. */
export const readContractTerms = async (database: Queryable, contractId: string): Promise<ContractTerms> => {
  const contract = await database.one<{ pct: string | null; volume_gross: string }>(sql`
    SELECT CASE commission_mode WHEN 'invoice_discount' THEN agency_commission_pct::text END AS pct,
      (SELECT coalesce(sum(gross), 0.00)::text FROM contract_lines
        WHERE contract_id = contracts.id AND line_kind <> 'bonus') AS volume_gross
    FROM contracts WHERE id = ${contractId}::uuid`);
  const rows = await database.query<Values & { readonly id: string; readonly flight: string }>(sql`
    SELECT o.id, o.line_kind, o.description, o.flight::text, o.days, o.units_per_day, o.units::text, o.duration_sec, o.components,
      o.agreed_price::text, o.conditions, o.surcharge_pct::text, o.discount_pct::text, o.quantity::text, o.sale_unit, o.list_price::text,
      o.floor_price::text, o.price_source, o.rules_surcharge_pct::text, o.rules_discount_pct::text, o.tax_pct::text,
      ${named('i')} AS inventory_item_id, ${named('p')} AS package_id, ${named('a')} AS ad_article_id,
      ${named('k')} AS ad_classification_id, ${named('t')} AS tax_rate_id,
      o.gross::text, o.net::text, o.agency_discount::text, o.taxable::text, o.tax::text, o.total::text, f.is_commissionable
    FROM order_lines o JOIN order_line_terms f ON f.order_line_id = o.id LEFT JOIN inventory_items i ON i.id = o.inventory_item_id
      LEFT JOIN packages p ON p.id = o.package_id LEFT JOIN ad_articles a ON a.id = o.ad_article_id
      LEFT JOIN ad_classifications k ON k.id = o.ad_classification_id LEFT JOIN tax_rates t ON t.id = o.tax_rate_id
    WHERE o.contract_id = ${contractId}::uuid AND o.status = 'active' ORDER BY o.id`);
  return {
    before: Object.fromEntries(
      rows.map(({ id, flight, ...row }) => [id, { ...row, flight: rangeFromSql(flight) }]),
    ),
    agency_discount_pct: contract?.pct ?? '0',
    volume_gross: contract?.volume_gross ?? '0.00',
  };
};

/**
 * What the amounts of an addendum depend on: prices and taxes of today for lines that are added, what was agreed for the
 * others.
 */
export const readAddendumTerms = async (database: Queryable, body: Body): Promise<AddendumTerms> => ({
  ...(await readSaleTerms(database, saleContextOf(body))),
  ...(await readContractTerms(database, (body.contract_id as Reference).id)),
});
