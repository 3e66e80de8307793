// Plans spots of a station as the placing process does, beside the first fit.

import { addDays } from '../packages/domain/src/calendar/working-time.ts';
import {
  comparePlans,
  firstFit,
  placeSpots,
  scorePlan,
} from '../packages/domain/src/postsales/placing/place-spots.ts';

const seconds = 180;

/** A month of a station with a break every `every` minutes, and lines that air some spots of 30 seconds on each day. */
const problemOf = ({ days, every, lines, perDay }) => {
  const rooms = [];
  const breaks = [];
  const rotations = [];
  for (let day = 0; day < days; day += 1) {
    const on = addDays('2026-12-01', day);
    rotations.push(rooms.length);
    rooms.push({ item: 'rotation', day: on, free: (seconds * 1440) / every });
    for (let minute = 0; minute < 1440; minute += every) {
      const airsAt = new Date(minute * 60_000).toISOString().slice(11, 16);
      breaks.push({
        day: on,
        airs_at: airsAt,
        name: airsAt,
        rooms: [rooms.length, rotations[day]],
        articles: [],
        article_id: null,
        spots: [],
      });
      rooms.push({ item: airsAt, day: on, free: seconds });
    }
  }
  return {
    separation: { client: 15, industry: 5 },
    preferred: { from: '18:00', to: '23:00' },
    rooms,
    breaks,
    lines: Array.from({ length: lines }, (_, n) => ({
      quota: `q${n}`,
      client: `c${n % Math.ceil(lines * 0.7)}`,
      industries: [`i${n % 23}`],
      article_id: null,
      taken: 30,
      priority: n % 3,
      units: days * perDay,
      cells: rotations.map((room) => ({ room, units: perDay })),
      flight: { from: '2026-12-01', to: addDays('2026-12-01', days - 1) },
      materials: [],
    })),
  };
};

const cases = {
  '252 spots of four weeks': { days: 28, every: 60, lines: 3, perDay: 3, promised: 1 },
  '10,000 spots of a month': { days: 30, every: 20, lines: 84, perDay: 4, promised: 20 },
  'the same with half the breaks': { days: 30, every: 40, lines: 84, perDay: 4, promised: 20 },
};

const table = {};
for (const [name, { promised, ...shape }] of Object.entries(cases)) {
  const problem = problemOf(shape);
  const began = performance.now();
  const plan = placeSpots(problem);
  const took = (performance.now() - began) / 1000;
  const first = firstFit(problem);
  table[name] = {
    wanted: shape.days * shape.lines * shape.perDay,
    placed: plan.length,
    'first fit': first.length,
    seconds: Math.round(took * 10) / 10,
    promised,
  };
  if (comparePlans(scorePlan(problem, plan), scorePlan(problem, first)) < 0 || took > promised)
    process.exitCode = 1;
}
console.table(table);
