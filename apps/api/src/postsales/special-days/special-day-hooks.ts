import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { DisplacedSpot, SpotVerdict } from '@pauta/domain/postsales/spot-files/spot-file.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { attempt } from '../../resource/bulk/chunks.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { runCommand } from '../../resource/writing/run-command.ts';
import { readSpotFile } from '../spot-files/read-content.ts';
import { lockBreaks, makeRoom } from './make-room.ts';
import { takeOfficialRow } from './official-row.ts';

type Displaced = Awaited<ReturnType<typeof makeRoom>>[number];

const answer = {
  id: { type: 'string', format: 'uuid', description: 'El día especial.' },
  breaks: { type: 'integer', description: 'Cortes bloqueados, o con tiempo oficial.' },
  displaced: {
    type: 'array',
    description: 'Los anuncios que dejan su corte; `to` vacío: quedan por colocar.',
    items: { type: 'object', additionalProperties: true },
  },
  verdicts: {
    type: 'array',
    description: 'Las filas del archivo, con su corte o lo que impide cargarlas.',
    items: { type: 'object', additionalProperties: true },
  },
} as const;

/** A new special day, before anything is blocked. */
const begin = async (
  tx: Transaction,
  day: {
    readonly name: string;
    readonly kind: 'block' | 'official';
    readonly station: string | null;
    readonly from: string;
    readonly to: string;
  },
): Promise<string> => {
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO special_days (name, kind, subdivision_id, dates, created_by)
    VALUES (${day.name}, ${day.kind}, ${day.station}::uuid, daterange(${day.from}::date, ${day.to}::date, '[]'),
      ${tx.change.actorId}::uuid) RETURNING id`);
  if (!made) throw new Error('an insert answers its row');
  return made.id;
};

const shownSpot = ({ toItem: _item, toDay: _day, ...spot }: Displaced): DisplacedSpot => spot;

/** Stores what a special day did. */
const finish = async (
  tx: Transaction,
  id: string,
  breaks: number,
  moves: readonly (Displaced & { readonly fromItem: string; readonly fromDay: string })[],
): Promise<void> => {
  for (const { placement_id, fromItem, fromDay, toItem, toDay } of moves)
    await tx.query(sql`
      INSERT INTO special_day_moves (special_day_id, placement_id, from_item_id, from_day, to_item_id, to_day)
      VALUES (${id}::uuid, ${placement_id}::uuid, ${fromItem}::uuid, ${fromDay}::date, ${toItem}::uuid, ${toDay}::date)
      ON CONFLICT (special_day_id, placement_id) DO UPDATE SET to_item_id = excluded.to_item_id, to_day = excluded.to_day`);
  await tx.query(sql`
    UPDATE special_days s SET breaks = ${breaks}, moved = m.moved, unplaced = m.unplaced
    FROM (
      SELECT count(to_item_id)::integer AS moved, (count(*) - count(to_item_id))::integer AS unplaced
      FROM special_day_moves WHERE special_day_id = ${id}::uuid) m
    WHERE s.id = ${id}::uuid`);
};

/** Closes breaks of a day, after their spots have left them. */
const block: CommandHandler = {
  answer,
  run: async (context: HandlerContext, _record, input) => {
    const { tx } = context;
    const day = String(input.day);
    const station = referenceId(input.subdivision_id) ?? '';
    const [from, to] = [input.from as string | null | undefined, input.to as string | null | undefined];
    if (day < companyToday()) throw invalid({ day: ['Ese día ya pasó. Elija hoy o un día posterior.'] });
    if (from && to && from >= to) throw invalid({ to: ['Escriba una hora posterior a la primera.'] });
    const all = await lockBreaks(context, station, day);
    const closing = all.filter(
      ({ airs_at, capacity }) => capacity > 0 && (!from || airs_at >= from) && (!to || airs_at < to),
    );
    if (closing.length === 0)
      throw conflict(
        'no_breaks',
        `No hay cortes abiertos a esas horas el ${formatCivilDate(day)}. Revise el día, las horas y la emisora.`,
      );
    const reason = String(input.reason);
    const id = await begin(tx, { name: reason, kind: 'block', station, from: day, to: day });
    const closed = new Set(closing.map((one) => `${one.id} ${day}`));
    const moves = [];
    for (const one of closing) {
      const displaced = await makeRoom(context, one, day, { most: 0, reason, closed });
      moves.push(...displaced.map((spot) => ({ ...spot, fromItem: one.id, fromDay: day })));
      const made = await tx.one<{ id: string }>(sql`
        INSERT INTO capacity_exceptions (inventory_item_id, dates, kind, capacity, reason, created_by)
        VALUES (${one.id}::uuid, daterange(${day}::date, ${day}::date, '[]'), 'event', 0, ${reason}, ${tx.change.actorId}::uuid)
        RETURNING id`);
      await tx.query(sql`
        INSERT INTO special_day_exceptions (special_day_id, exception_id) VALUES (${id}::uuid, ${made?.id}::uuid)`);
    }
    await finish(tx, id, closing.length, moves);
    return { id, breaks: closing.length, displaced: moves.map(shownMove), verdicts: [] };
  },
};

const shownMove = ({
  fromItem: _item,
  fromDay: _day,
  ...spot
}: Displaced & { readonly fromItem: string; readonly fromDay: string }): DisplacedSpot => shownSpot(spot);

/** Takes the seconds of each row of a file; a row that cannot be taken leaves out only itself. */
const official: CommandHandler = {
  answer,
  run: async (context: HandlerContext, _record, input) => {
    const { tx } = context;
    const rows = readSpotFile(String(input.content), ['station', 'day', 'time', 'seconds', 'institution']);
    const days = rows.flatMap(({ day }) => (day === null ? [] : [day])).toSorted();
    const [from = companyToday()] = days;
    const id = await begin(tx, {
      name: String(input.name),
      kind: 'official',
      station: null,
      from,
      to: days.at(-1) ?? from,
    });
    const verdicts: SpotVerdict[] = [];
    const moves = [];
    const breaks = new Set<string>();
    for (const row of rows) {
      const text = [row.text.station, row.text.day, row.text.time, row.text.institution, row.text.title]
        .filter((part) => part !== undefined)
        .join(' · ');
      const taken = await attempt(tx, () => takeOfficialRow(context, id, row));
      if ('refused' in taken) {
        const [said] = Object.values(taken.refused.errors ?? {}).flat();
        verdicts.push({ line: row.line, text, place: null, problem: said ?? taken.refused.message });
        continue;
      }
      const { at, day, displaced } = taken.done;
      breaks.add(`${at.id} ${day}`);
      verdicts.push({
        line: row.line,
        text,
        place: `${formatCivilDate(day)} · ${at.airs_at} · ${at.name}`,
        problem: null,
      });
      moves.push(...displaced.map((spot) => ({ ...spot, fromItem: at.id, fromDay: day })));
    }
    if (breaks.size === 0 && !context.isDry)
      throw invalid({ content: ['Ninguna fila puede cargarse. Corrija el archivo y súbalo otra vez.'] });
    await tx.query(sql`
      UPDATE special_days SET subdivision_id = (
        SELECT min(i.subdivision_id::text)::uuid FROM official_spots o JOIN inventory_items i ON i.id = o.inventory_item_id
        WHERE o.special_day_id = ${id}::uuid HAVING count(DISTINCT i.subdivision_id) = 1)
      WHERE id = ${id}::uuid`);
    await finish(tx, id, breaks.size, moves);
    return { id, breaks: breaks.size, displaced: moves.map(shownMove), verdicts };
  },
};

/** Opens the breaks again, and moves back what is still where it was moved and fits. */
const revert: StateChangeHandler = async (context, record) => {
  const { tx, server } = context;
  await tx.query(sql`
    UPDATE official_spots SET ended_at = now() WHERE special_day_id = ${record.id}::uuid AND ended_at IS NULL`);
  await tx.query(sql`
    UPDATE capacity_exceptions e SET archived_at = now() FROM special_day_exceptions s
    WHERE s.special_day_id = ${record.id}::uuid AND e.id = s.exception_id AND e.archived_at IS NULL`);
  const moves = await tx.query<{ id: string; item: string; day: string }>(sql`
    SELECT p.id, m.from_item_id AS item, m.from_day::text AS day
    FROM special_day_moves m JOIN placements p ON p.id = m.placement_id
    WHERE m.special_day_id = ${record.id}::uuid AND p.inventory_item_id = m.to_item_id AND p.starts_on = m.to_day
      AND p.status IN ('scheduled', 'confirmed') AND m.from_day >= business_date() ORDER BY p.id`);
  for (const { id, item, day } of moves)
    await attempt(tx, () =>
      runCommand(
        context,
        servedOf(server, placements.name),
        'move',
        { input: { starts_on: day, inventory_item_id: item } },
        id,
      ),
    );
  return undefined;
};

/** Server code of special days and official time (domain §1.5). */
export const specialDayHooks: ResourceHooks = { commands: { block, official, revert } };
