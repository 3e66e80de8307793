import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';

/** A line as another system says it, beside what is calculated of it. */
interface ComparedLine {
  readonly description: string;
  readonly line_kind: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly former_net: string | null;
  readonly former_tax: string | null;
  readonly former_total: string | null;
  readonly former_billed: string | null;
}

const compared = {
  net: ['El neto', 'Revise precio acordado, recargo y descuento.'],
  tax: ['El impuesto', 'Revise la tasa de su espacio o artículo.'],
  total: ['El total', 'Revise el descuento de agencia y la tasa de impuesto.'],
} as const;

/** Why the lines of a draft are not those of the other system: their amounts differ, or more was billed than was sold. */
export const lineReasons = async (
  tx: Transaction,
  contractId: string,
  currency: string,
): Promise<readonly string[]> => {
  const lines = await tx.query<ComparedLine>(sql`
    SELECT description, line_kind, net::text, tax::text, total::text, former_net::text, former_tax::text,
      former_total::text, former_billed::text
    FROM contract_lines WHERE contract_id = ${contractId}::uuid ORDER BY position, id`);
  const amount = (value: string): string => formatAmount({ currency, amount: value });
  return lines.flatMap((line): string[] => [
    ...(line.line_kind === 'package'
      ? [`«${line.description}» es un paquete: escriba en su lugar una fila por cada componente.`]
      : []),
    ...(['net', 'tax', 'total'] as const).flatMap((name) => {
      const former = line[`former_${name}`];
      if (former === null || compareDecimals(former, line[name]) === 0) return [];
      const [what, fix] = compared[name];
      return [
        `${what} de «${line.description}» es ${amount(former)} en el archivo y ${amount(line[name])} al calcularlo. ${fix}`,
      ];
    }),
    ...(line.former_billed !== null && compareDecimals(line.former_billed, line.net) > 0
      ? [
          `De «${line.description}» dice facturado ${amount(line.former_billed)} y su neto es ${amount(line.net)}.`,
        ]
      : []),
  ]);
};

/** Why what was aired of the quotas of a contract does not fit in what was sold. */
export const airedReasons = async (tx: Transaction, contractId: string): Promise<readonly string[]> => {
  const lines = await tx.query<{ description: string; aired: number; sold: number; is_space: boolean }>(sql`
    SELECT l.description, l.former_aired::float8 AS aired, coalesce(q.sold, l.units)::float8 AS sold,
      q.id IS NOT NULL AS is_space
    FROM contract_lines l JOIN order_lines o ON o.contract_line_id = l.id LEFT JOIN quotas q ON q.order_line_id = o.id
    WHERE l.contract_id = ${contractId}::uuid AND l.former_aired > 0
      AND CASE WHEN q.id IS NULL THEN l.former_aired <> l.units ELSE l.former_aired > q.sold END
    ORDER BY l.position, l.id`);
  return lines.map(({ description, aired, sold, is_space }) =>
    is_space
      ? `De «${description}» dice emitidas ${formatCount(aired)} unidades y vendidas son ${formatCount(sold)}.`
      : `«${description}» no se emite por partes: escriba ${formatCount(sold)} si ya se entregó, o nada.`,
  );
};

/** Why more was billed of a contract that is billed as it is delivered than was aired of it. */
export const billedReasons = async (
  tx: Transaction,
  contractId: string,
  currency: string,
): Promise<readonly string[]> => {
  const lines = await tx.query<{ description: string; billed: string; delivered: string }>(sql`
    SELECT o.description, o.billed_net::text AS billed, d.delivered::numeric(18,2)::text AS delivered
    FROM order_lines o JOIN contracts c ON c.id = o.contract_id
      CROSS JOIN LATERAL (SELECT round_amount(o.net * delivered_part(o), o.currency_code) AS delivered) d
    WHERE o.contract_id = ${contractId}::uuid AND billed_as_delivered(o, c) AND o.billed_net > d.delivered
    ORDER BY o.id`);
  return lines.map(
    ({ description, billed, delivered }) =>
      `De «${description}» dice facturado ${formatAmount({ currency, amount: billed })} y lo emitido vale ` +
      `${formatAmount({ currency, amount: delivered })}: elija un plan de facturación por cuotas o corrija las unidades.`,
  );
};
