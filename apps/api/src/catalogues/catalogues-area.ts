import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import type { Area } from '../platform/area.ts';
import { conflict } from '../platform/http/problem.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { countUses, mostUses } from '../resource/reading/uses.ts';
import { quoted } from '../resource/table.ts';
import { catalogueCommands } from './command-routes.ts';
import { explainCatalogueConstraints } from './constraints.ts';
import { hubRoutes } from './hub-routes.ts';
import { usageRoutes } from './usage-routes.ts';

const usedIn = (times: number): string => {
  const said = formatCount(Math.min(times, mostUses));
  if (times > mostUses) return `más de ${said} registros`;
  return times === 1 ? '1 registro' : `${said} registros`;
};

/** Hooks of every catalogue: a value in use cannot be archived. */
const hooksOf = ({ engine }: FastifyInstance, { name }: Catalogue): ResourceHooks => ({
  events: { merge: 'Valores fusionados', reorder: 'Orden cambiado' },
  beforeArchive: async ({ tx }, current) => {
    // The lock conflicts with that of a foreign key, so a concurrent reference either commits first or waits.
    await tx.query(sql`SELECT FROM ${raw(quoted(name))} WHERE id = ${current.id}::uuid FOR UPDATE`);
    const found = await countUses(tx, await engine.usesOf(name), current.id, {
      actor: 'system',
      manages: true,
    });
    const total = found.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return;
    throw conflict(
      'in_use',
      `«${String(current.name)}» está usado en ${usedIn(total)} y no se archiva. ` +
        'Desactívelo para que no se ofrezca más, o fusiónelo con otro valor.',
      { extra: { uses: Math.min(total, mostUses), uses_is_estimate: total > mostUses } },
    );
  },
});

/** The 37 catalogues, each as a resource with its usages, its order and merging; and their hub. */
export const cataloguesArea: Area = (app) => {
  explainCatalogueConstraints(app.database);
  for (const catalogue of catalogues) {
    mountResource(app, catalogue, hooksOf(app, catalogue));
    usageRoutes(app, catalogue);
    catalogueCommands(app, catalogue);
  }
  hubRoutes(app);
};
