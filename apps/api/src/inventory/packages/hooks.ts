import { allocatePackage } from '@pauta/domain/inventory/packages/allocate-package.ts';
import { spreadShares } from '@pauta/domain/inventory/packages/spread-shares.ts';
import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

const copy: CommandHandler<void, AnyRecord> = {
  run: async ({ tx }, record, input) => {
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO packages (code, name, kind, valid, price_mode, currency_code, price, discount_pct, max_sales, min_qty,
        allocated_pct, target_age_id, target_nse_id, image_id, description)
      SELECT ${input.code}, ${input.name}, kind, ${rangeToSql(input.valid as DateRange)}::daterange, price_mode,
        currency_code, price, discount_pct, max_sales, min_qty, allocated_pct, target_age_id, target_nse_id, image_id,
        description
      FROM packages WHERE id = ${record.id}::uuid RETURNING id`);
    if (!made) throw new Error('copying a package made none');
    await tx.query(sql`
      INSERT INTO package_items (id, package_id, position, inventory_item_id, ad_article_id, description, quantity,
        units_per_day, duration_sec, is_optional, min_quantity, max_quantity, allocation_pct, allocated)
      SELECT new_id(), ${made.id}::uuid, position, inventory_item_id, ad_article_id, description, quantity,
        units_per_day, duration_sec, is_optional, min_quantity, max_quantity, allocation_pct, allocated
      FROM package_items WHERE package_id = ${record.id}::uuid ORDER BY position, id`);
    return { createdId: made.id };
  },
};

interface UnsellableComponent {
  readonly package_id: string;
  readonly name: string;
  readonly lacks_duration: boolean;
  readonly is_retired: boolean;
  readonly is_optional: boolean;
}

const reasonsAgainst = ({ name, lacks_duration, is_retired, is_optional }: UnsellableComponent): Reason[] => [
  ...(lacks_duration
    ? [
        {
          code: 'no_duration',
          text: `«${name}» se vende por segundos: indique la duración de su componente.`,
        },
      ]
    : []),
  ...(is_retired
    ? [
        {
          code: 'component_retired',
          text: `«${name}» ya no se vende: quítelo del paquete o ponga otro en su lugar.`,
        },
      ]
    : []),
  ...(is_optional
    ? [
        {
          code: 'optional_in_fixed',
          text: `«${name}» es opcional, y un paquete fijo no tiene componentes opcionales. Quítele la marca, o haga el paquete configurable.`,
        },
      ]
    : []),
];

const publish: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<UnsellableComponent>(sql`
      SELECT * FROM (
        SELECT p.id AS package_id, coalesce(i.name, a.name) AS name, c.position, c.id,
          coalesce(i.capacity_unit = 'seconds' AND c.duration_sec IS NULL, false) AS lacks_duration,
          coalesce(i.status = 'retired' OR i.archived_at IS NOT NULL, NOT a.is_active OR a.archived_at IS NOT NULL) AS is_retired,
          c.is_optional AND p.kind = 'fixed' AS is_optional
        FROM packages p JOIN package_items c ON c.package_id = p.id
          LEFT JOIN inventory_items i ON i.id = c.inventory_item_id LEFT JOIN ad_articles a ON a.id = c.ad_article_id
        WHERE p.id = ANY(${ids}::uuid[])) found
      WHERE lacks_duration OR is_retired OR is_optional ORDER BY package_id, position, id`);
    return new Map(
      [...Map.groupBy(rows, ({ package_id }) => package_id)].map(([id, components]) => [
        id,
        components.flatMap(reasonsAgainst),
      ]),
    );
  },
  run: async () => undefined,
};

/** The share of a component before and after the price is spread. */
interface SpreadShare {
  readonly id: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What spreading the price changes. */
export interface SpreadPlan {
  readonly shares: readonly SpreadShare[];
}

const spread: CommandHandler<SpreadPlan, AnyRecord> = {
  answer: {
    shares: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', format: 'uuid' },
          name: { type: 'string' },
          before: { type: 'string' },
          after: { type: 'string' },
        },
      },
    },
  },
  plan: async ({ tx }, record, input) => {
    const rows = await tx.query<{ id: string; name: string; before: string; amount: string | null }>(sql`
      SELECT c.id, coalesce(i.name, a.name) AS name, c.allocation_pct::text AS before,
        (f.unit_price * c.quantity)::text AS amount
      FROM package_items c JOIN component_prices(${record.id}::uuid) f ON f.package_item_id = c.id
        LEFT JOIN inventory_items i ON i.id = c.inventory_item_id LEFT JOIN ad_articles a ON a.id = c.ad_article_id
      WHERE c.package_id = ${record.id}::uuid ORDER BY c.position, c.id`);
    if (rows.length === 0)
      throw conflict('no_components', 'El paquete no tiene componentes. Agréguelos y reparta después.');
    const byPrice = input.by === 'list_price';
    const unpriced = byPrice ? rows.find(({ amount }) => amount === null) : undefined;
    if (unpriced)
      throw invalid({
        by: [
          `«${unpriced.name}» no tiene precio en una lista general vigente en ${record.currency_code}. Póngaselo, o reparta en partes iguales.`,
        ],
      });
    const shares = spreadShares(rows.map(({ amount }) => (byPrice ? (amount ?? '0') : '1')));
    if (shares === null)
      throw invalid({ by: ['Los precios vigentes de sus componentes son cero: reparta en partes iguales.'] });
    return {
      shares: rows.map(({ id, name, before }, place) => ({ id, name, before, after: shares[place] ?? '0' })),
    };
  },
  run: async ({ tx }, record, _input, { shares }) => {
    const price = record.price as string | null;
    const amounts =
      price === null
        ? null
        : allocatePackage(
            price,
            shares.map(({ after }) => after),
            String(record.currency_code),
          );
    // Lines change only after their header, in the same transaction.
    await tx.query(sql`
      UPDATE packages SET lines_xact = pg_current_xact_id(), allocated_pct = 100 WHERE id = ${record.id}::uuid`);
    await tx.query(sql`
      UPDATE package_items c SET allocation_pct = n.share, allocated = n.amount
      FROM unnest(${shares.map(({ id }) => id)}::uuid[], ${shares.map(({ after }) => after)}::numeric[],
        ${shares.map((_, place) => amounts?.[place] ?? null)}::numeric[]) AS n(id, share, amount)
      WHERE c.id = n.id`);
    return undefined;
  },
};

/** @throws Problem 422 for an image that is a video or audio */
const requireImage = async (tx: Transaction, values: Values): Promise<undefined> => {
  const image = values.image_id as Reference | null | undefined;
  if (!image) return undefined;
  const row = await tx.one<{ kind: string }>(sql`SELECT kind FROM media_files WHERE id = ${image.id}::uuid`);
  if (row?.kind !== 'image') throw invalid({ image_id: ['Elija una imagen.'] });
  return undefined;
};

/** Server code of packages (domain §1.7). */
export const packageHooks: ResourceHooks = {
  beforeCreate: ({ tx }, values) => requireImage(tx, values),
  beforeUpdate: ({ tx }, _current, values) => requireImage(tx, values),
  commands: {
    publish,
    spread: spread as CommandHandler,
    copy: copy as CommandHandler,
  },
};
