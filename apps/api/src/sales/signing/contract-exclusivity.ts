import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';

interface Obstacle {
  readonly industry: string;
  /** Where a competitor is; null for an exclusivity of somebody else. */
  readonly space: string | null;
  readonly source: string | null;
  /** The first day of the competitor, or the last one of the exclusivity. */
  readonly day: string;
}

const reasonOf = ({ industry, space, source, day }: Obstacle): Reason => ({
  code: 'exclusivity_taken',
  text:
    space === null
      ? `No se le puede dar la exclusividad de ${industry}: otro cliente la tiene ahí hasta el ${formatCivilDate(day)} (${source}). Quítela del contrato o cambie los días.`
      : `No se le puede dar la exclusividad de ${industry}: ya hay un competidor en «${space}» desde el ${formatCivilDate(day)}. Libere o mueva eso, o quite la exclusividad del contrato.`,
});

/** Why a contract cannot have the exclusivity that it promises: competitors, or exclusivities of others. */
export const ownExclusivityReasons = async (
  database: Queryable,
  contractId: string,
): Promise<readonly Reason[]> => {
  const rows = await database.query<Obstacle>(sql`
    SELECT n.name AS industry, i.name AS space, e.source, b.day::text
    FROM exclusivity_obstacles(ARRAY[${contractId}]::uuid[]) b JOIN industries n ON n.id = b.industry_id
      LEFT JOIN inventory_items i ON i.id = b.item_id LEFT JOIN exclusivities e ON e.id = b.other_id
    ORDER BY b.day, i.name, e.id`);
  return rows.map(reasonOf);
};

/**
 * Gives a contract the exclusivity that it promises, in the transaction of its last signature and before its spaces are
 * booked. From here on nobody can take or book the spaces where it is in force.
 *
 * @param holdIds holds that its lines convert, which are locked before spaces
 * @throws Problem 409 if somebody is there or has one; nothing happened then
 */
export const takeExclusivities = async (
  tx: Transaction,
  contractId: string,
  holdIds: readonly string[],
): Promise<void> => {
  await tx.query(
    sql`SELECT FROM holds WHERE id = ANY(${[...holdIds]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  await tx.query(sql`SELECT lock_contract_exclusivities(${contractId}::uuid)`);
  const [first, ...others] = await ownExclusivityReasons(tx, contractId);
  if (first) throw refusalOf([first, ...others]);
  await tx.query(sql`
    INSERT INTO exclusivities (client_id, industry_id, program_id, subdivision_id, locality_id, dates, contract_id, source)
    SELECT client_id, industry_id, program_id, subdivision_id, locality_id, dates, contract_id, source
    FROM contract_exclusivities(${contractId}::uuid)`);
};
