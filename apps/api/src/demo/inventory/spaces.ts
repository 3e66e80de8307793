import type { Transaction } from '../../platform/database/database.ts';
import { insertRows } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import { audiences, insertAudience, reachSource } from './spaces/audience.ts';
import { addDigital } from './spaces/digital.ts';
import { addEvents } from './spaces/events.ts';
import { addLinear } from './spaces/linear.ts';
import { addBuses, addFaces } from './spaces/outdoor.ts';
import { addPrint } from './spaces/print.ts';
import { addScreens } from './spaces/screens.ts';
import { createSpaceMaker, type DemoSpace } from './spaces/space-maker.ts';

/** The usual number of spaces: nine hundred faces, and what the stations and publications sell. */
export const usualSpaces = 1400;

/** Faces that every size has, so that each road and circuit has some. */
const fewestFaces = 120;

/**
 * Spaces of the media group: rotations, dayparts, programs and breaks of radio and television, faces and screens, pages,
 * digital spaces, events and services. As many as asked for, of which faces are the rest; fewer than about 450 are not
 * possible. Returns those that contracts, holds and quotes choose from: all that are on sale but events and services, with
 * as many faces as other spaces, because otherwise most of what is sold would be faces.
 */
export const insertSpaces = async (
  tx: Transaction,
  { random, today, spaces: wanted }: { random: Random; today: Date; spaces: number },
): Promise<readonly DemoSpace[]> => {
  const maker = await createSpaceMaker(tx, { random, today, scale: wanted / usualSpaces });
  for (const station of maker.stations) {
    if (station.kind === 'channel' || station.kind === 'station') addLinear(maker, station, today);
    else if (station.kind === 'site') addDigital(maker, station);
    else if (station.kind === 'publication') addPrint(maker, station);
    else if (station.kind === 'event') addEvents(maker, station);
  }
  addBuses(maker);
  const others = maker.onSale.length;
  const faces = Math.max(fewestFaces, wanted - maker.rows.length);
  const screens = Math.round(faces * 0.06);
  addScreens(maker, screens);
  addFaces(maker, faces - screens);

  const names = new Map(maker.stations.map(({ id, name }) => [id, name]));
  const studied = maker.dayIn(-75);
  await insertRows(tx, 'programs', maker.programs);
  // A space must be inserted after the one that contains it.
  await insertRows(
    tx,
    'inventory_items',
    maker.rows.map((row) => {
      const audience = audiences[names.get(String(row.subdivision_id)) ?? ''];
      // A part of a station reaches a part of its audience.
      const part = row.parent_id === null ? 1 : row.break_no === null ? 0.4 : 0.15;
      return audience
        ? { ...row, reach: Math.round(audience.reach * part), reach_source: reachSource, reach_on: studied }
        : row;
    }),
  );
  await insertAudience(tx, maker);
  const step = Math.max(1, Math.ceil((maker.onSale.length - others) / others));
  return maker.onSale.filter((_, index) => index < others || (index - others) % step === 0);
};
