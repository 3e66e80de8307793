import type { Reason } from '@pauta/domain/resource/command.ts';
import sql from 'sql-template-tag';
import type { CommandHandler } from '../../resource/commands/handler.ts';

const isEmptyList: Reason = {
  code: 'no_prices',
  text: 'La lista no tiene precios. Agréguelos o impórtelos antes de publicarla.',
};

/** A list is published only with prices, and while no other current one covers any of its days. */
export const publish: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{
      id: string;
      empty: boolean;
      other: string | null;
      other_id: string | null;
    }>(sql`
      SELECT l.id, NOT EXISTS (SELECT FROM prices p WHERE p.price_list_id = l.id) AS empty, o.name AS other,
        o.id AS other_id
      FROM price_lists l LEFT JOIN LATERAL (
        SELECT o.id, o.name || ' (' || o.code || ')' AS name FROM price_lists o
        WHERE o.status = 'current' AND o.archived_at IS NULL AND o.kind = l.kind AND o.id <> l.id
          AND o.company_id IS NOT DISTINCT FROM l.company_id AND o.platform_id IS NOT DISTINCT FROM l.platform_id
          AND o.valid && l.valid
        ORDER BY o.valid, o.id LIMIT 1) o ON true
      WHERE l.id = ANY(${ids}::uuid[])`);
    return new Map(
      rows.map(({ id, empty, other, other_id }) => [
        id,
        [
          ...(empty ? [isEmptyList] : []),
          ...(other === null
            ? []
            : [
                {
                  code: 'overlaps',
                  text: `«${other}» ya está vigente en parte de esas fechas. Termine su vigencia o cambie las fechas de esta.`,
                  fix: { label: 'Abrir esa lista', path: `/inventario/gestion-precios/${other_id}` },
                },
              ]),
        ],
      ]),
    );
  },
  run: async () => {},
};
