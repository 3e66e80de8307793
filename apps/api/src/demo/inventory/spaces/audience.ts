import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import { insertRows } from '../../insert-rows.ts';
import type { SpaceMaker } from './space-maker.ts';

interface Audience {
  /** People that it reaches. */
  readonly reach: number;
  /** Codes of ages and of levels of income. */
  readonly ages: readonly string[];
  readonly levels?: readonly string[];
}

/** Audience of the channels, stations and publications, by their name. */
export const audiences: Readonly<Record<string, Audience>> = {
  'Canal 8': { reach: 1_450_000, ages: ['18+'] },
  'Canal 8 HD': { reach: 620_000, ages: ['18-49'], levels: ['C+', 'C'] },
  'Antillana Deportes': { reach: 540_000, ages: ['18-49'] },
  'Ritmo 98.5': { reach: 480_000, ages: ['18-24', '25-34'] },
  'La Nota 102.1': { reach: 310_000, ages: ['25-54'], levels: ['A/B', 'C+'] },
  'Noticias 910 AM': { reach: 205_000, ages: ['35-44', '45-54', '55-64'] },
  'Brisa 94.7': { reach: 190_000, ages: ['25-54'] },
  'Diario Antillano': { reach: 260_000, ages: ['25-54'], levels: ['A/B', 'C+', 'C'] },
  'Revista Mar Abierto': { reach: 48_000, ages: ['25-54'], levels: ['A/B'] },
  'Revista La Grada': { reach: 61_000, ages: ['18-49'] },
  'antillana.example': { reach: 720_000, ages: ['18-49'] },
  'App Antillana': { reach: 230_000, ages: ['18-49'] },
};

/** Study that the reach of every space names. */
export const reachSource = 'Estudio general de medios (demostración)';

/** Links the spaces of the stations with their ages and levels of income. */
export const insertAudience = async (tx: Transaction, { rows, stations }: SpaceMaker): Promise<void> => {
  const known = new Map(
    (
      await tx.query<{ code: string; id: string }>(
        sql`SELECT code, id FROM age_targets UNION ALL SELECT code, id FROM nse_targets ORDER BY 1, 2`,
      )
    ).map(({ code, id }) => [code, id]),
  );
  const names = new Map(stations.map(({ id, name }) => [id, name]));
  const links = (column: string, codes: (audience: Audience) => readonly string[] | undefined) =>
    rows.flatMap(({ id, subdivision_id }) => {
      const audience = audiences[names.get(String(subdivision_id)) ?? ''];
      return (audience ? (codes(audience) ?? []) : []).flatMap((code) =>
        known.has(code) ? [{ inventory_item_id: id, [column]: known.get(code) }] : [],
      );
    });
  await insertRows(
    tx,
    'inventory_item_target_ages',
    links('target_age_id', ({ ages }) => ages),
  );
  await insertRows(
    tx,
    'inventory_item_target_nses',
    links('target_nse_id', ({ levels }) => levels),
  );
};
