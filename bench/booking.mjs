// Booking capacity: cells a second with the statements of the product, and races that must end exactly, beside a
// booking that checks before it inserts; then holds of many sellers over HTTP in two processes.
import { bookCells } from '../apps/api/src/inventory/capacity/move-capacity.ts';
import { openDatabase, systemChange } from '../apps/api/src/platform/database/database.ts';
import { caller } from './load.mjs';
import { admin, runSql, signIn, startPauta } from './pauta.mjs';

const [spaces = 5000, runs = 100, seeds = 20] = process.argv.slice(2).map(Number);
const connections = 32;
/** Bookings of 60 cells a second that are promised. */
const promised = 800;
const dayparts = 4;
/** Share of the cells of a year that are taken before. */
const taken = 0.35;
const slot = { requests: 1000, units: 20 };
const overlap = { requests: 600, spaces: 50, capacity: 6, days: 30 };
const sellers = 40;
const holdsEach = 10;

const broken = [];
/** Records a promise about exactness; one that is not kept makes the program fail. */
const promise = (kept, what) => {
  if (kept) return;
  broken.push(what);
  console.error(`BROKEN: ${what}`);
};

const dayAt = (offset) => new Date(Date.UTC(2027, 0, 1 + offset)).toISOString().slice(0, 10);

/** Random numbers that are the same for the same seed (mulberry32). */
const randomOf = (seed) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
};

/** Calls `work` for each number up to `count`, as many at a time as there are connections. */
const race = async (count, work) => {
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (next < count) {
        next += 1;
        await work(next - 1);
      }
    }),
  );
};

const insertSpaces = (code, count, { capacity, parent = null, unit = 'spots', capacityOf = null }) => `
  INSERT INTO inventory_items (id, code, name, status, platform_id, inventory_category_id, subdivision_id, division_id,
    company_id, capacity_unit, capacity, days, parent_id, path)
  SELECT k.id, k.code, k.code, 'active', c.platform_id, c.id, s.id, s.division_id, d.company_id, '${unit}',
    ${capacityOf ?? capacity}, '{1,2,3,4,5,6,7}', k.parent, array_remove(ARRAY[k.parent, k.id], NULL)
  FROM (SELECT new_id() AS id, n, '${code}-' || n AS code, ${parent ?? 'NULL::uuid'} AS parent
      FROM generate_series(0, ${count - 1}) AS n) k,
    (SELECT * FROM inventory_categories ORDER BY id LIMIT 1) c, (SELECT * FROM subdivisions ORDER BY id LIMIT 1) s
    JOIN divisions d ON d.id = s.division_id`;

/** Spaces with four dayparts each, a year of which is partly booked; spaces for the races; and lines that book. */
const fill = (socket) =>
  runSql(
    socket,
    'pauta',
    // The rows of the filling are consistent; checking them one by one would take minutes.
    'SET session_replication_role = replica',
    insertSpaces('ROT', spaces, { capacity: 100_000 }),
    insertSpaces('FRANJA', spaces * dayparts, {
      capacity: 20_000,
      parent: `(SELECT i.id FROM inventory_items i WHERE i.code = 'ROT-' || n / ${dayparts})`,
    }),
    insertSpaces('SOLO', spaces, { capacity: 20_000 }),
    insertSpaces('CUPO', runs, { capacity: slot.units }),
    insertSpaces('CARA', overlap.spaces * seeds, { capacity: overlap.capacity }),
    `INSERT INTO order_lines (id, line_kind, description, ad_classification_id, flight, contract_id, contract_line_id, currency_code)
      SELECT new_id(), 'airtime', 'Línea ' || n, (SELECT id FROM ad_classifications LIMIT 1), '[2026-01-01,2031-01-01)', new_id(),
        new_id(), 'DOP'
      FROM generate_series(1, ${connections}) AS n`,
    `INSERT INTO capacity_cells (item_id, day, units, state, order_line_id)
      SELECT i.id, '2027-01-01'::date + d, 1 + abs(hashint4(d)) % 3, 'booked', (SELECT id FROM order_lines LIMIT 1)
      FROM inventory_items i CROSS JOIN generate_series(0, 364) AS d
      WHERE i.code LIKE 'FRANJA-%' AND abs(hashtext(i.code || ' ' || d)) % 1000 < ${taken * 1000}`,
    `INSERT INTO occupancy (item_id, day, capacity, booked)
      SELECT p, c.day, max(a.capacity), sum(c.units)
      FROM capacity_cells c JOIN inventory_items i ON i.id = c.item_id CROSS JOIN unnest(i.path) AS p
        JOIN inventory_items a ON a.id = p
      GROUP BY 1, 2`,
    // The proof of the night would start during the measurement.
    `INSERT INTO proof_runs (name, status, origin, night, finished_at, row_version)
      VALUES ('Prueba', 'passed', 'nightly', business_date(), now(), 1)`,
    'VACUUM ANALYZE inventory_items, capacity_cells, occupancy, order_lines',
    `SELECT (SELECT count(*)::integer FROM capacity_cells) AS cells, (SELECT count(*)::integer FROM occupancy) AS counters`,
  );

const idsOf = async (socket, code) =>
  (
    await runSql(
      socket,
      'pauta',
      `SELECT id FROM inventory_items WHERE code LIKE '${code}-%' ORDER BY split_part(code, '-', 2)::integer`,
    )
  ).map(({ id }) => id);

/** Deadlocks of the database so far; the product retries after one, so only the database tells. */
const deadlocks = async (socket) => {
  const [row] = await runSql(
    socket,
    'pauta',
    'SELECT pg_stat_clear_snapshot()',
    'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
  );
  return row.deadlocks;
};

/** Counters that are above their capacity, or differ from the ledger. */
const errors = async (socket) => {
  const [row] = await runSql(
    socket,
    'pauta',
    `SELECT (SELECT count(*)::integer FROM occupancy WHERE held + booked > capacity + extra) AS overbooked,
      (SELECT count(*)::integer FROM occupancy_differences()) AS differences`,
  );
  return row;
};

const isFull = (error) => error?.code === 'no_capacity';

/** Bookings of 60 cells each for some seconds: cells of two spaces on 30 days. */
const measureBookings = async (database, lines, pairs) => {
  const random = randomOf(1);
  const times = [];
  const seconds = 8;
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < end) {
        const first = Math.floor(random() * 330);
        const [one, other] = pairs(random);
        const cells = Array.from({ length: 60 }, (_, n) => ({
          itemId: n < 30 ? one : other,
          day: dayAt(first + (n % 30)),
          units: 1,
        }));
        const began = performance.now();
        await database.transaction(systemChange('bench'), (tx) => bookCells(tx, line, cells));
        times.push(performance.now() - began);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] };
};

/** 1,000 bookings at once of one unit of a slot of 20, in many slots: exactly 20 get it, each time. */
const slotRaces = async (database, lines, items) => {
  const got = [];
  const began = performance.now();
  for (const itemId of items) {
    let booked = 0;
    await race(slot.requests, async (n) => {
      try {
        await database.transaction(systemChange('bench'), (tx) =>
          bookCells(tx, lines[n % connections], [{ itemId, day: dayAt(10), units: 1 }]),
        );
        booked += 1;
      } catch (error) {
        if (!isFull(error)) throw error;
      }
    });
    got.push(booked);
  }
  const wrong = got.filter((booked) => booked !== slot.units);
  promise(
    wrong.length === 0,
    `${wrong.length} of ${items.length} slots of ${slot.units} got ${wrong.join(', ')}`,
  );
  return {
    rate: (items.length * slot.requests) / ((performance.now() - began) / 1000),
    exact: got.length - wrong.length,
  };
};

/** 600 bookings of 60 cells of few spaces: two spaces, 30 days from one of ten days on. */
const overlapping = (items, seed) => {
  const random = randomOf(seed);
  const own = items.slice((seed - 1) * overlap.spaces, seed * overlap.spaces);
  const pick = () => own[Math.floor(random() * own.length)];
  return Array.from({ length: overlap.requests }, () => {
    const first = Math.floor(random() * 10);
    const one = pick();
    let other = pick();
    while (other === one) other = pick();
    return [one, other].flatMap((itemId) =>
      Array.from({ length: overlap.days }, (_, n) => ({ itemId, day: dayAt(first + n), units: 1 })),
    );
  });
};

const overlapRaces = async (database, lines, items) => {
  let booked = 0;
  const began = performance.now();
  for (let seed = 1; seed <= seeds; seed += 1) {
    const bookings = overlapping(items, seed);
    await race(bookings.length, async (n) => {
      try {
        await database.transaction(systemChange('bench'), (tx) =>
          bookCells(tx, lines[n % connections], bookings[n]),
        );
        booked += 1;
      } catch (error) {
        if (!isFull(error)) throw error;
      }
    });
  }
  return { booked, rate: (seeds * overlap.requests) / ((performance.now() - began) / 1000) };
};

/** The control: bookings that read what is free and then insert, which overbook. */
const naive = async (socket, items) => {
  await runSql(
    socket,
    'pauta',
    'CREATE TABLE naive_cells (item_id uuid, day date, units integer)',
    'CREATE INDEX ON naive_cells (item_id, day)',
    'GRANT SELECT, INSERT ON naive_cells TO pauta_app',
  );
  const database = openDatabase({
    connection: { host: socket, user: 'postgres', database: 'pauta' },
    pool: connections,
  });
  const sql = (text, values) => ({ text, values });
  const bookings = overlapping(items, 1);
  const began = performance.now();
  await race(bookings.length, (n) =>
    database.transaction(systemChange('bench'), async (tx) => {
      const [one] = bookings[n];
      const asked = [bookings[n].map(({ itemId }) => itemId), bookings[n].map(({ day }) => day)];
      const full = await tx.one(
        sql(
          `SELECT 1 AS one FROM unnest($1::uuid[], $2::date[]) AS w(item_id, day)
            JOIN naive_cells c USING (item_id, day) GROUP BY w.item_id, w.day HAVING sum(c.units) >= ${overlap.capacity} LIMIT 1`,
          asked,
        ),
      );
      if (full || !one) return;
      await tx.query(sql('INSERT INTO naive_cells SELECT *, 1 FROM unnest($1::uuid[], $2::date[])', asked));
    }),
  );
  const rate = bookings.length / ((performance.now() - began) / 1000);
  await database.close();
  const [{ cells }] = await runSql(
    socket,
    'pauta',
    `SELECT count(*)::integer AS cells FROM (
      SELECT FROM naive_cells GROUP BY item_id, day HAVING sum(units) > ${overlap.capacity}) over`,
  );
  promise(cells > 0, 'the naive booking does not overbook, so the race does not bite');
  return { cells, rate };
};

/** A rotation with a franja with two breaks of 180 seconds; and sellers, each with a client. */
const fillStation = (socket) =>
  runSql(
    socket,
    'pauta',
    insertSpaces('EMISORA', 1, { capacity: 900, unit: 'seconds' }),
    insertSpaces('TARDE', 1, {
      capacity: 420,
      unit: 'seconds',
      parent: `(SELECT id FROM inventory_items WHERE code = 'EMISORA-0')`,
    }),
    insertSpaces('CORTE', 2, {
      capacity: 180,
      unit: 'seconds',
      parent: `(SELECT id FROM inventory_items WHERE code = 'TARDE-0')`,
    }),
    `WITH made AS (
        INSERT INTO users (full_name, email, status)
        SELECT 'Vendedor ' || n, 'vendedor' || n || '@medios.test', 'active' FROM generate_series(1, ${sellers}) AS n RETURNING id
      ), known AS (
        INSERT INTO credentials (user_id, password_hash)
        SELECT m.id, c.password_hash FROM made m, credentials c JOIN users u ON u.id = c.user_id WHERE u.email = '${admin.email}'
      )
      INSERT INTO user_roles (user_id, role_id) SELECT m.id, r.id FROM made m, roles r WHERE r.name = 'sales_rep'`,
    `INSERT INTO clients (client_code, legal_name, trade_name, person_kind, country_id, tax_id_type, tax_id, taxpayer_type,
        status, client_type_id, client_category_id, industry_id, primary_sales_rep_id, billing_party, currency_code,
        credit_term_id, credit_status)
      SELECT 'V-' || row_number() OVER (), u.full_name, u.full_name, 'legal_entity', (SELECT id FROM countries WHERE code = 'DO'), 'OTRO',
        upper(replace(u.full_name, ' ', '')), 'taxpayer', 'active', (SELECT id FROM client_types LIMIT 1),
        (SELECT id FROM client_categories LIMIT 1), (SELECT id FROM industries LIMIT 1), u.id, 'client', 'DOP',
        (SELECT id FROM credit_terms LIMIT 1), 'active'
      FROM users u WHERE u.email LIKE 'vendedor%'`,
  );

/** Holds of all sellers at once over HTTP, half of them in each process, of spaces that contain each other. */
const sellersAtOnce = async (processes, socket) => {
  await fillStation(socket);
  const owners = await runSql(
    socket,
    'pauta',
    `SELECT u.id, u.email, c.id AS client FROM users u JOIN clients c ON c.primary_sales_rep_id = u.id ORDER BY u.email`,
  );
  const station = await runSql(
    socket,
    'pauta',
    `SELECT id, code FROM inventory_items WHERE code IN ('EMISORA-0', 'TARDE-0', 'CORTE-0', 'CORTE-1') ORDER BY code`,
  );
  const calls = [];
  for (const [n, { email }] of owners.entries()) {
    const { address } = processes[n % processes.length];
    calls.push(caller(address, { authorization: await signIn(address, email) }));
  }
  const random = randomOf(7);
  const answers = {};
  const times = [];
  const began = performance.now();
  await Promise.all(
    owners.map(async ({ id, client }, n) => {
      for (let k = 0; k < holdsEach; k += 1) {
        const first = Math.floor(random() * 4);
        const body = {
          client_id: client,
          owner_id: id,
          inventory_item_id: station[Math.floor(random() * station.length)].id,
          flight: { from: dayAt(400 + first), to: dayAt(402 + first) },
          duration_sec: [20, 30, 45, 60][Math.floor(random() * 4)],
        };
        const sent = performance.now();
        let answer = await calls[n]('POST', '/api/holds', body);
        while (answer.status === 503) answer = await calls[n]('POST', '/api/holds', body);
        times.push(performance.now() - sent);
        const code = answer.status === 201 ? '201' : `${answer.status} ${JSON.parse(answer.text).code}`;
        answers[code] = (answers[code] ?? 0) + 1;
      }
    }),
  );
  const rate = times.length / ((performance.now() - began) / 1000);
  const others = Object.keys(answers).filter((code) => code !== '201' && code !== '409 no_capacity');
  promise(others.length === 0, `holds over HTTP were answered ${others.join(', ')}`);
  promise((answers['409 no_capacity'] ?? 0) > 0, 'no hold over HTTP was refused, so the race does not bite');
  const [row] = await runSql(
    socket,
    'pauta',
    `SELECT count(*)::integer AS holds, (count(*) FILTER (WHERE n <> 3))::integer AS partial FROM (
      SELECT h.id, (SELECT count(*) FROM capacity_cells c WHERE c.hold_id = h.id) AS n FROM holds h) held`,
  );
  promise(
    row.holds === answers['201'] && row.partial === 0,
    `${row.holds} holds, ${row.partial} of them without all days`,
  );
  times.sort((a, b) => a - b);
  return { answers, rate, p95: times[Math.floor(times.length * 0.95)] };
};

const first = await startPauta();
const second = await startPauta(undefined, first.socket);
const { socket } = first;
const database = openDatabase({
  connection: { host: socket, user: 'postgres', database: 'pauta' },
  role: 'pauta_app',
  pool: connections,
  statementTimeout: 60_000,
});
try {
  const [{ cells, counters }] = await fill(socket);
  const lines = (await runSql(socket, 'pauta', 'SELECT id FROM order_lines')).map(({ id }) => id);
  const [nested, flat, slots, faces] = await Promise.all(
    ['FRANJA', 'SOLO', 'CUPO', 'CARA'].map((code) => idsOf(socket, code)),
  );
  console.log(
    `${spaces.toLocaleString('en')} spaces × 365 days × ${dayparts} dayparts, ${cells.toLocaleString('en')} cells booked, ` +
      `${counters.toLocaleString('en')} counters; ${connections} connections`,
  );
  const before = await deadlocks(socket);

  const of = (ids, step) => (random) => {
    const place = Math.floor(random() * (ids.length / step)) * step;
    return [ids[place], ids[place + 1]];
  };
  const rates = { alone: [], nested: [] };
  await measureBookings(database, lines, of(flat, 2));
  for (let round = 0; round < 3; round += 1) {
    rates.alone.push(await measureBookings(database, lines, of(flat, 2)));
    rates.nested.push(await measureBookings(database, lines, of(nested, dayparts)));
  }
  for (const [name, rounds] of Object.entries(rates)) {
    const middle = rounds.toSorted((a, b) => a.rate - b.rate)[1];
    console.log(
      `60 cells of ${name === 'alone' ? 'two spaces' : 'two dayparts of a space, which count in it'}: ` +
        `${Math.round(middle.rate)} bookings a second, p99 ${Math.round(middle.p99)} ms` +
        `${name === 'alone' ? ` (${promised} promised)` : ''}`,
    );
  }

  const races = await slotRaces(database, lines, slots);
  console.log(
    `${slot.requests} at once for a slot of ${slot.units}: exactly ${slot.units} in ${races.exact} of ${runs} runs, ` +
      `${Math.round(races.rate)} answers a second`,
  );
  const spread = await overlapRaces(database, lines, faces);
  console.log(
    `${overlap.requests} overlapping bookings of 60 cells, ${seeds} seeds: ${spread.booked} of ${seeds * overlap.requests} booked, ` +
      `${Math.round(spread.rate)} answers a second`,
  );
  const control = await naive(socket, faces);
  console.log(
    `the same bookings, first checked and then inserted: ${control.cells} cells overbooked, ` +
      `${Math.round(control.rate)} answers a second`,
  );

  const http = await sellersAtOnce([first, second], socket);
  console.log(
    `${sellers} sellers at once in two processes, a rotation with a franja with two breaks: ${JSON.stringify(http.answers)}, ` +
      `${Math.round(http.rate)} a second, p95 ${Math.round(http.p95)} ms`,
  );

  const { overbooked, differences } = await errors(socket);
  promise(overbooked === 0, `${overbooked} counters are overbooked`);
  promise(differences === 0, `${differences} counters differ from the ledger`);
  const dead = (await deadlocks(socket)) - before;
  promise(dead === 0, `${dead} deadlocks`);
  console.log(`${overbooked} counters overbooked, ${differences} differ from the ledger, ${dead} deadlocks`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await database.close();
  await second.stop();
  await first.stop();
  if (broken.length > 0) process.exitCode = 1;
}
