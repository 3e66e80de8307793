import type { Row } from '../../insert-rows.ts';
import { type DemoProgram, radioPrograms, televisionPrograms } from './programs.ts';
import type { DemoSpace, SpaceMaker, Station } from './space-maker.ts';

/** Seconds of advertising an hour: twelve minutes. */
const secondsAnHour = 720;

/** Minutes past the hour of the breaks, in the order in which an hour gets them. */
const minutes = [20, 50, 5, 35, 12, 42, 27, 57];

const two = (number: number): string => String(number).padStart(2, '0');

type Slot = SpaceMaker['slots'][number];

/** Inserts a program into the catalogue; returns its id. */
const addProgram = (maker: SpaceMaker, station: Station, program: DemoProgram, at: Date): string => {
  const { programs, random } = maker;
  const id = random.id(at);
  programs.push({
    id,
    code: `ANT-${programs.length + 1}`,
    name: program.name,
    subdivision_id: station.id,
    genre: program.genre,
    is_live: program.isLive ?? false,
    age_rating: program.age ?? 'all',
    sort_order: 300 + programs.length,
  });
  return id;
};

/** The breaks of an hour, inside a daypart or a program. */
const addBreaks = (
  maker: SpaceMaker,
  hour: number,
  count: number,
  space: Pick<Parameters<SpaceMaker['add']>[0], 'station' | 'category' | 'article' | 'parent' | 'more'> & {
    readonly word: string;
  },
): void => {
  const chosen = minutes.slice(0, count).sort((one, other) => one - other);
  const capacity = count <= 4 ? 180 : Math.floor(secondsAnHour / count / 10) * 10;
  for (const [place, minute] of chosen.entries()) {
    const { word, more = {}, ...rest } = space;
    maker.add({
      ...rest,
      name: `${word} ${two(hour)}:${two(minute)}`,
      unit: 'seconds',
      capacity,
      more: {
        ...more,
        break_no: place + 1,
        airs_at: `${two(hour)}:${two(minute)}`,
        schedule_id: maker.idOf(`B${two(hour)}${minute < 30 ? '00' : '30'}`),
      },
    });
  }
};

/** A program of a channel: its hour, its three breaks, and its sponsorships, mentions and overlays. */
const addTelevisionProgram = (
  maker: SpaceMaker,
  station: Station,
  {
    program,
    category,
    parent,
    more,
  }: {
    readonly program: DemoProgram;
    readonly category: string;
    readonly parent: DemoSpace;
    readonly more: Row;
  },
  at: Date,
): void => {
  const { name, days, from } = program;
  const program_id = addProgram(maker, station, program, at);
  const own = { ...more, program_id, lead_time_days: 2 };
  const spot = { station, category, unit: 'seconds', article: 'TV-CUNA-30', days };
  const hour = maker.add({ ...spot, name, capacity: secondsAnHour, parent, more: own });
  for (const number of [1, 2, 3])
    maker.add({
      ...spot,
      name: `${name}, corte ${number}`,
      capacity: 180,
      parent: hour,
      more: { ...own, break_no: number, airs_at: `${two(from)}:${two(number * 15 - 5)}` },
    });
  maker.add({
    station,
    category: 'TV-PATROCINIO',
    name: `${name}, patrocinio`,
    unit: 'days',
    capacity: 2,
    days,
    more: { ...own, min_flight_days: 14, lead_time_days: 5 },
  });
  if (program.isLive) {
    maker.add({
      station,
      category: 'TV-MENCION',
      name: `${name}, mención`,
      unit: 'mentions',
      capacity: 4,
      article: 'TV-MENCION',
      days,
      more: own,
    });
    maker.add({
      station,
      category: 'TV-LBANNER',
      name: `${name}, superposición`,
      unit: 'spots',
      capacity: 6,
      article: 'TV-SUPERPOSICION',
      days,
      more: own,
    });
  }
};

/** What a radio station sells besides its breaks. */
const addRadioExtras = (maker: SpaceMaker, station: Station, parts: readonly Slot[]): void => {
  for (const { id, name } of parts.filter(({ is_prime }) => is_prime))
    maker.add({
      station,
      category: 'RADIO-MENCION',
      name: `Mención en cabina, ${name}`,
      unit: 'mentions',
      capacity: 8,
      article: 'RADIO-MENCION',
      more: { time_slot_id: id, lead_time_days: 1 },
    });
  maker.add({
    station,
    category: 'RADIO-PATROCINIO',
    name: 'Patrocinio del reporte del tránsito',
    unit: 'days',
    capacity: 1,
    more: { min_flight_days: 14, lead_time_days: 3 },
  });
  maker.add({
    station,
    category: 'RADIO-REMOTO',
    name: 'Control remoto',
    unit: 'hours',
    capacity: 4,
    article: 'RADIO-REMOTO',
    more: { lead_time_days: 5 },
  });
};

/**
 * Spaces of a channel or radio station: its rotation, the dayparts in it, and the programs and breaks in these. The
 * number of breaks an hour grows with the size.
 */
export const addLinear = (maker: SpaceMaker, station: Station, at: Date): void => {
  const isTelevision = station.kind === 'channel';
  const platform = isTelevision ? 'TV' : 'RADIO';
  const article = `${platform}-CUNA-30`;
  const [regular, prime] = isTelevision ? ['TV-CORTE', 'TV-ESTELAR'] : ['RADIO-TANDA', 'RADIO-PRIME'];
  const count = isTelevision
    ? Math.min(minutes.length, Math.floor(maker.scale))
    : Math.max(1, Math.min(minutes.length, Math.round(2 * maker.scale)));
  const parts = maker.slots.filter(
    (slot) => slot.platform === platform && !slot.is_rotating && slot.starts >= 6,
  );
  const hours = parts.reduce((sum, { starts, ends }) => sum + ends - starts, 0);
  const linear = { station, unit: 'seconds', article };
  const rotation = maker.add({
    ...linear,
    category: regular,
    name: 'Rotativo 06:00–24:00',
    capacity: hours * secondsAnHour,
  });
  const programs = (isTelevision ? televisionPrograms : radioPrograms).filter(
    (program) => program.station === station.name,
  );
  const ids = isTelevision
    ? new Map<DemoProgram, string>()
    : new Map(programs.map((program) => [program, addProgram(maker, station, program, at)]));
  for (const slot of parts) {
    const category = slot.is_prime ? prime : regular;
    const more = { time_slot_id: slot.id };
    const daypart = maker.add({
      ...linear,
      category,
      name: slot.name,
      capacity: (slot.ends - slot.starts) * secondsAnHour,
      parent: rotation,
      more,
    });
    for (let hour = slot.starts; hour < slot.ends; hour += 1) {
      const program = programs.find(({ from, to }) => from <= hour && hour < to);
      if (program && isTelevision)
        addTelevisionProgram(maker, station, { program, category, parent: daypart, more }, at);
      else
        addBreaks(maker, hour, count, {
          station,
          category,
          article,
          parent: daypart,
          word: isTelevision ? 'Corte' : 'Tanda',
          more: { ...more, program_id: (program && ids.get(program)) ?? null },
        });
    }
  }
  if (!isTelevision) addRadioExtras(maker, station, parts);
};
