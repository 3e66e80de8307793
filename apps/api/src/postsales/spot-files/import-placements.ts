import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import type { SpotRow, SpotVerdict } from '@pauta/domain/postsales/spot-files/spot-file.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import { attempt } from '../../resource/bulk/chunks.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import { runCommand } from '../../resource/writing/run-command.ts';
import { readSpotFile } from './read-content.ts';

interface FoundQuota {
  readonly id: string;
  readonly description: string;
  readonly client_id: string;
  readonly item: string;
  readonly station: string;
  readonly unplaced: number;
}

/** The quota that a row means: by its contract and, if that has several, by its line. @throws Problem 422 */
const quotaOf = async ({ tx, actor }: HandlerContext, { text }: SpotRow): Promise<FoundQuota> => {
  if (text.contract === undefined) throw invalid({ contract: ['Falta el número de contrato.'] });
  const found = await tx.query<FoundQuota & object>(sql`
    SELECT t.id, t.description, t.client_id, t.inventory_item_id AS item, i.subdivision_id AS station,
      t.unplaced::float8 AS unplaced
    FROM contracts c JOIN quotas t ON t.contract_id = c.id JOIN inventory_items i ON i.id = t.inventory_item_id
    WHERE sort_key(c.number) COLLATE "C" = sort_key(${text.contract}) COLLATE "C" AND ${rowVisibility(quotas, actor, 't')}
    ORDER BY t.created_at, t.id`);
  if (found.length === 0)
    throw invalid({ contract: [`No hay ningún contrato «${text.contract}» con cupos.`] });
  const wanted = text.line;
  const named = wanted === undefined ? found : found.filter((one) => fold(one.description) === fold(wanted));
  if (named.length === 0) throw invalid({ line: [`El contrato no tiene el renglón «${wanted ?? ''}».`] });
  const open = named.filter(({ unplaced }) => unplaced > 0);
  const [one, other] = open;
  if (!one) throw invalid({ line: ['Ya está colocado todo lo contratado en ese renglón.'] });
  if (other && wanted === undefined)
    throw invalid({ line: ['El contrato tiene varios renglones por colocar. Escriba cuál.'] });
  return one;
};

/** Where a row puts its unit: the space that it names, the break of its time, or the space of the quota. */
const spaceOf = async (
  { tx }: HandlerContext,
  { text, time }: SpotRow,
  quota: FoundQuota,
): Promise<{ id: string; name: string }> => {
  if (text.space === undefined && text.time === undefined) {
    const own = await tx.one<{ id: string; name: string }>(
      sql`SELECT id, name FROM inventory_items WHERE id = ${quota.item}::uuid`,
    );
    if (own) return own;
  }
  if (text.time !== undefined && time === null)
    throw invalid({ time: [`«${text.time}» no es una hora. Escríbala como 19:10.`] });
  const found = await tx.query<{ id: string; name: string }>(sql`
    SELECT i.id, i.name FROM inventory_items i
    WHERE i.subdivision_id = ${quota.station}::uuid AND i.status = 'active' AND i.archived_at IS NULL
      AND (${text.space ?? null}::text IS NULL OR sort_key(i.name) = sort_key(${text.space ?? ''})
        OR lower(i.code) = lower(${text.space ?? ''}))
      AND (${time}::time IS NULL OR i.airs_at = ${time}::time)
    ORDER BY i.id LIMIT 2`);
  const [one, other] = found;
  const said = [text.space, time].filter(Boolean).join(', ');
  if (!one) throw invalid({ space: [`La emisora del renglón no tiene el espacio o corte «${said}».`] });
  if (other) throw invalid({ space: [`Hay más de un espacio «${said}». Escriba su código y su hora.`] });
  return one;
};

/** The material that a row names by the code of the automation or by its title. */
const materialOf = async (
  { tx }: HandlerContext,
  { text }: SpotRow,
  quota: FoundQuota,
): Promise<string | null> => {
  if (text.material === undefined) return null;
  const found = await tx.query<{ id: string }>(sql`
    SELECT id FROM media_files
    WHERE archived_at IS NULL AND status = 'available' AND (client_id IS NULL OR client_id = ${quota.client_id}::uuid)
      AND (lower(house_number) = lower(${text.material}) OR sort_key(title) = sort_key(${text.material}))
    ORDER BY lower(house_number) = lower(${text.material}) DESC NULLS LAST, id LIMIT 1`);
  const [one] = found;
  if (!one)
    throw invalid({
      material: [`El cliente no tiene un material disponible «${text.material}». Use su código o su título.`],
    });
  return one.id;
};

const placeRow = async (context: HandlerContext, row: SpotRow): Promise<string> => {
  if (row.day === null) throw invalid({ day: ['La fecha falta o no existe.'] });
  const quota = await quotaOf(context, row);
  const space = await spaceOf(context, row, quota);
  const material = await materialOf(context, row, quota);
  const outcome = await runCommand(
    context,
    servedOf(context.server, quotas.name),
    'place_in',
    { input: { starts_on: row.day, inventory_item_id: space.id } },
    quota.id,
  );
  const { placement_id } = ('answer' in outcome ? outcome.answer : {}) as { placement_id?: string };
  if (material !== null)
    await context.tx.query(sql`
      UPDATE placements SET media_file_id = ${material}::uuid WHERE id = ${placement_id ?? null}::uuid`);
  return `${formatCivilDate(row.day)} · ${space.name}`;
};

/** Places a unit for each row of a file, by the command that does it by hand; a refused row leaves out only itself. */
export const importPlacements: CommandHandler = {
  answer: {
    placed: { type: 'integer', description: 'Unidades colocadas.' },
    verdicts: {
      type: 'array',
      description: 'Las filas del archivo, con su lugar o lo que impide colocarlas.',
      items: { type: 'object', additionalProperties: true },
    },
  },
  run: async (context: HandlerContext, _record, input) => {
    const verdicts: SpotVerdict[] = [];
    for (const row of readSpotFile(String(input.content), ['contract', 'day'])) {
      const { contract, line, day, time, space } = row.text;
      const text = [contract, line, day, time, space].filter((part) => part !== undefined).join(' · ');
      const done = await attempt(context.tx, () => placeRow(context, row));
      if ('done' in done) {
        verdicts.push({ line: row.line, text, place: done.done, problem: null });
        continue;
      }
      const [said] = Object.values(done.refused.errors ?? {}).flat();
      verdicts.push({ line: row.line, text, place: null, problem: said ?? done.refused.message });
    }
    const placed = verdicts.filter(({ problem }) => problem === null).length;
    if (placed === 0 && !context.isDry)
      throw invalid({ content: ['Ninguna fila puede colocarse. Corrija el archivo y súbalo otra vez.'] });
    return { placed, verdicts };
  },
};
