import type { Reason } from '@pauta/domain/resource/command.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

interface OfferedPackage {
  readonly quote_id: string;
  readonly name: string;
  readonly is_valid: boolean;
  readonly is_retired: boolean;
  readonly wanted: number;
  /** Null: without a limit. */
  readonly left: number | null;
}

const reasonsOf = ({ name, is_valid, is_retired, wanted, left }: OfferedPackage): Reason[] => [
  ...(is_retired
    ? [
        {
          code: 'package_retired',
          text: `El paquete «${name}» fue retirado. Ofrezca otro.`,
        },
      ]
    : []),
  ...(is_valid
    ? []
    : [
        {
          code: 'package_not_valid',
          text: `El paquete «${name}» no está vigente hoy. Ofrezca otro, o amplíe su vigencia.`,
        },
      ]),
  ...(left === null || wanted <= left
    ? []
    : [
        {
          code: 'package_sold_out',
          text:
            left <= 0
              ? `El paquete «${name}» llegó a sus ventas máximas. Ofrezca otro, o amplíe el límite.`
              : `Del paquete «${name}» se ofrecen ${formatCount(wanted)} y por su límite de ventas quedan ${formatCount(left)}. Ofrezca menos, o amplíe el límite.`,
        },
      ]),
];

/** Why quotes cannot be sent for the packages that they offer: retired, not valid today, or sold out. By quote; one statement. */
export const packageReasons = async (
  database: Queryable,
  quoteIds: readonly string[],
): Promise<Map<string, Reason[]>> => {
  const rows = await database.query<OfferedPackage>(sql`
    SELECT l.quote_id, p.name, p.valid @> business_date() AS is_valid, sum(l.units)::float8 AS wanted,
      (p.max_sales - sold(p))::float8 AS left, p.status = 'retired' AS is_retired
    FROM quote_lines l JOIN packages p ON p.id = l.package_id
    WHERE l.quote_id = ANY(${quoteIds}::uuid[]) GROUP BY l.quote_id, p.id ORDER BY l.quote_id, p.name, p.id`);
  return new Map(
    [...Map.groupBy(rows, ({ quote_id }) => quote_id)].map(([id, packages]) => [
      id,
      packages.flatMap(reasonsOf),
    ]),
  );
};
