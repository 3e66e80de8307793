import type { Body } from '@pauta/domain/document/document.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';

const text =
  'El contrato es político: usa una lista de precios de tipo «Político», la misma para todos los partidos.';

/** @throws Problem 422 if a draft is political, or one of its lines is, and its price list is not. */
export const requirePoliticalList = async (database: Queryable, body: Body): Promise<void> => {
  const classifications = [body, ...linesIn(body, 'lines')].flatMap(
    ({ ad_classification_id }) => referenceId(ad_classification_id) ?? [],
  );
  const wrong = await database.one(sql`
    SELECT 1 AS one FROM price_lists l
    WHERE l.id = ${referenceId(body.price_list_id)}::uuid AND l.kind <> 'political'
      AND EXISTS (SELECT FROM ad_classifications a WHERE a.is_political AND a.id = ANY(${classifications}::uuid[]))`);
  if (wrong) throw invalid({ price_list_id: [text] });
};

/** Why a political contract cannot be signed: its price list is of another kind. */
export const politicalListReasons = async (
  database: Queryable,
  contractId: string,
): Promise<readonly Reason[]> => {
  const wrong = await database.one<{ list: string }>(sql`
    SELECT l.id AS list FROM contracts c JOIN price_lists l ON l.id = c.price_list_id
    WHERE c.id = ${contractId}::uuid AND l.kind <> 'political' AND is_political(c)`);
  if (!wrong) return [];
  return [
    {
      code: 'not_political_list',
      text: `${text} Elija una, o haga otra versión del presupuesto con ella.`,
      fix: { label: 'Ver su lista de precios', path: `/${priceLists.screen}/${wrong.list}` },
    },
  ];
};
