import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The lead source of a client, by the origin of its registration: code of a lead source. */
const sources: Readonly<Record<string, string>> = { web: 'WEB', event: 'EVENTO' };

/**
 * The columns of the future client from a registration; references by their ids.
 *
 * @example await accountOf(tx, record) // { legal_name: 'ACME, S. R. L.', country_id: '…', lead_source_id: '…', … }
 */
export const accountOf = async (database: Queryable, record: AnyRecord): Promise<Values> => {
  const country = record.country_id as Reference;
  const found = await database.one<{ lead_source_id: string | null; locality_id: string | null }>(sql`
    SELECT (SELECT id FROM lead_sources WHERE code = ${sources[String(record.origin)] ?? null}) AS lead_source_id,
      (SELECT id FROM localities
        WHERE country_id = ${country.id} AND fold(name) = fold(${record.locality}) AND archived_at IS NULL
        ORDER BY sort_order, id LIMIT 1) AS locality_id`);
  const { legal_name, trade_name, person_kind, tax_id_type, tax_id, website, address } = record;
  return {
    ...found,
    legal_name,
    trade_name: trade_name ?? legal_name,
    person_kind,
    country_id: country.id,
    tax_id_type,
    tax_id,
    industry_id: (record.industry_id as Reference | null)?.id ?? null,
    website,
    address_line: address,
  };
};
