import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { minutesOf } from '@pauta/domain/kinds/time.ts';
import type { SpotRow } from '@pauta/domain/postsales/spot-files/spot-file.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import sql from 'sql-template-tag';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { stationOf } from '../spot-files/read-content.ts';
import { type DayBreak, lockBreaks, makeRoom } from './make-room.ts';

/** Minutes between the time of a row and the break that takes it. */
const nearest = 20;

/** The break of a row: at its time or the nearest one, or with most room in its time slot. */
const breakOf = async (
  { tx }: HandlerContext,
  { time, text }: SpotRow,
  breaks: readonly DayBreak[],
): Promise<DayBreak> => {
  const open = breaks.filter(({ capacity }) => capacity > 0);
  if (time !== null) {
    const distance = ({ airs_at }: DayBreak): number => Math.abs(minutesOf(airs_at) - minutesOf(time));
    const [best] = open.toSorted((a, b) => distance(a) - distance(b));
    if (!best || distance(best) > nearest)
      throw invalid({ time: [`No hay un corte abierto a menos de ${nearest} min de las ${time}.`] });
    return best;
  }
  const named = text.time ?? '';
  const inSlot = await tx.query<{ id: string; name: string }>(sql`
    SELECT i.id, z.name FROM inventory_items i JOIN time_slots z ON z.id = i.time_slot_id
    WHERE i.id = ANY(${open.map(({ id }) => id)}::uuid[])`);
  const own = new Set(inSlot.filter(({ name }) => fold(name) === fold(named)).map(({ id }) => id));
  const [best] = open
    .filter(({ id }) => own.has(id))
    .toSorted((a, b) => b.capacity - b.taken - (a.capacity - a.taken));
  if (!best)
    throw invalid({
      time: [
        named === ''
          ? 'Falta la hora o la franja.'
          : `«${named}» no es una hora ni una franja con cortes abiertos ese día.`,
      ],
    });
  return best;
};

/** Takes the seconds of a row from its break, after the spots that do not fit any more have left it. */
export const takeOfficialRow = async (context: HandlerContext, specialDayId: string, row: SpotRow) => {
  const { tx } = context;
  const { day, seconds, text } = row;
  if (day === null) throw invalid({ day: ['La fecha falta o no existe.'] });
  if (day < companyToday()) throw invalid({ day: ['Ese día ya pasó.'] });
  if (seconds === null) throw invalid({ seconds: ['Faltan los segundos, de 1 a 7,200.'] });
  const institution = text.institution?.slice(0, 120);
  if (institution === undefined) throw invalid({ institution: ['Falta la institución.'] });
  const station = await stationOf(tx, text.station);
  const at = await breakOf(context, row, await lockBreaks(context, station, day));
  const units = at.unit === 'seconds' ? seconds : 1;
  if (units > at.capacity)
    throw conflict(
      'too_long',
      `El corte de las ${at.airs_at} solo tiene ${at.capacity} s para tiempo oficial ese día.`,
    );
  const displaced = await makeRoom(context, at, day, {
    most: at.capacity - units,
    reason: `Tiempo oficial: ${institution}`,
    closed: new Set(),
  });
  await tx.query(sql`
    INSERT INTO official_spots (special_day_id, inventory_item_id, day, units, duration_sec, institution, title, created_by)
    VALUES (${specialDayId}::uuid, ${at.id}::uuid, ${day}::date, ${units}, ${seconds}, ${institution},
      ${(text.title ?? institution).slice(0, 160)}, ${tx.change.actorId}::uuid)`);
  return { at, day, displaced };
};
