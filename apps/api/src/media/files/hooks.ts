import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { countUses, type Use } from '../../resource/reading/uses.ts';
import { measureFile } from '../measuring/measure-job.ts';

/** Checks what only the server knows, and has a new file measured. */
const check = async ({ tx, server }: HandlerContext, values: Values, current: Values = {}): Promise<void> => {
  const next = { ...current, ...values };
  if ('brand_id' in values || 'client_id' in values) {
    const brand = next.brand_id as Reference | null;
    const client = next.client_id as Reference | null;
    const row =
      brand &&
      (await tx.one<{ client_id: string }>(sql`SELECT client_id FROM brands WHERE id = ${brand.id}::uuid`));
    if (row && row.client_id !== client?.id) throw invalid({ brand_id: ['Elija una marca de ese cliente.'] });
  }
  if (!('file' in values) || isEmpty(next.file)) return;
  const { id } = next.file as StoredFile;
  const stored = await tx.one<{ twin: string | null; archived: boolean }>(sql`
    SELECT m.title AS twin, m.archived_at IS NOT NULL AS archived
    FROM files f LEFT JOIN media_files m ON m.sha256 = f.sha256 AND m.kind = ${next.kind} AND m.withdrawn_at IS NULL
      AND m.id::text IS DISTINCT FROM ${String(current.id ?? '')}
    WHERE f.id = ${id}::uuid`);
  if (!stored) return;
  if (stored.twin !== null) {
    const place = stored.archived ? 'está archivado como' : 'ya está en la biblioteca como';
    throw invalid({ file: [`Este mismo archivo ${place} «${stored.twin}».`] });
  }
  await server.jobs.add(tx, measureFile, { id });
};

/** The columns that hold a file of the library. A plan of placing lets go of it by itself. */
const holdersOf = async ({ engine }: HandlerContext['server']): Promise<readonly Use[]> =>
  (await engine.usesOf(mediaFiles.name)).filter(({ table }) => table !== 'placing_plan_units');

/** Server code of the media library (domain §1.12). */
export const mediaFileHooks: ResourceHooks = {
  beforeCreate: (context, values) => check(context, values),
  beforeUpdate: (context, current, values) => check(context, values, current),
  beforeArchive: async ({ tx, server }, current) => {
    // The lock conflicts with that of a foreign key, so a concurrent reference either commits first or waits.
    await tx.query(sql`SELECT FROM media_files WHERE id = ${current.id}::uuid FOR UPDATE`);
    const found = await countUses(tx, await holdersOf(server), current.id, {
      actor: 'system',
      manages: true,
    });
    const total = found.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return;
    const where = [
      ...new Set(found.filter(({ count }) => count > 0).map(({ use }) => use.label.toLocaleLowerCase('es'))),
    ];
    throw conflict(
      'in_use',
      `«${String(current.title)}» está en uso (${where.join(', ')}: ${formatCount(total)}) y no se archiva. Quítelo de ahí primero.`,
    );
  },
};
