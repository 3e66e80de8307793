import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

const copy: CommandHandler<void, AnyRecord> = {
  run: async ({ tx }, record, input) => {
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO packages (code, name, valid, price_mode, currency_code, price, discount_pct, max_sales, allocated_pct,
        image_id, description)
      SELECT ${input.code}, ${input.name}, ${rangeToSql(input.valid as DateRange)}::daterange, price_mode,
        currency_code, price, discount_pct, max_sales, allocated_pct, image_id, description
      FROM packages WHERE id = ${record.id}::uuid RETURNING id`);
    if (!made) throw new Error('copying a package made none');
    await tx.query(sql`
      INSERT INTO package_items (id, package_id, position, inventory_item_id, ad_article_id, description, quantity,
        units_per_day, duration_sec, is_optional, allocation_pct, allocated)
      SELECT new_id(), ${made.id}::uuid, position, inventory_item_id, ad_article_id, description, quantity,
        units_per_day, duration_sec, is_optional, allocation_pct, allocated
      FROM package_items WHERE package_id = ${record.id}::uuid ORDER BY position, id`);
    return { createdId: made.id };
  },
};

const publish: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; name: string }>(sql`
      SELECT DISTINCT ON (p.package_id) p.package_id AS id, i.name
      FROM package_items p JOIN inventory_items i ON i.id = p.inventory_item_id
      WHERE p.package_id = ANY(${ids}::uuid[]) AND i.capacity_unit = 'seconds' AND p.duration_sec IS NULL
      ORDER BY p.package_id, p.position, p.id`);
    return new Map(
      rows.map(({ id, name }) => [
        id,
        [
          {
            code: 'no_duration',
            text: `«${name}» se vende por segundos: indique la duración de su componente.`,
          },
        ],
      ]),
    );
  },
  run: async () => undefined,
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
  commands: { publish, copy: copy as CommandHandler },
};
