import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { techFieldTypes } from '@pauta/domain/inventory/tech-templates/tech-template-lines.ts';
import sql from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Random } from '../random.ts';
import type { DemoContract, DemoOrderLine } from '../sales/contracts.ts';

/** The days of a line on which it was aired, in order, by its id. */
export type AiredDays = ReadonlyMap<string, readonly string[]>;

/** A moment of a day, at the latest now. */
const momentOf = (day: string, time: string, now: Date): Date =>
  new Date(Math.min(Date.parse(`${day}T${time}Z`), now.getTime()));

/** Consecutive booked days, at most a week of them. */
const weeksOf = (days: readonly string[]): readonly (readonly string[])[] => {
  const weeks: string[][] = [];
  for (const day of days) {
    const week = weeks.at(-1);
    if (week?.[0] && day < addDays(week[0], 7)) week.push(day);
    else weeks.push([day]);
  }
  return weeks;
};

interface Placed {
  readonly row: Row;
  readonly line: DemoOrderLine;
  readonly days: readonly string[];
  readonly status: string;
}

const place = (
  random: Random,
  { id, fate }: DemoContract,
  line: DemoOrderLine,
  { quota, reason, now }: { readonly quota: string; readonly reason: string; readonly now: Date },
): Placed[] => {
  const today = now.toISOString().slice(0, 10);
  return weeksOf(line.days).flatMap((days): Placed[] => {
    const [from = '', to = from] = [days[0], days.at(-1)];
    // What is far away is still to be placed.
    if (from > addDays(today, 14)) return [];
    const isOver = to < today;
    const isMissed = isOver && fate === 'active' && random.chance(4);
    const status = isMissed ? 'not_aired' : isOver ? 'aired' : random.chance(60) ? 'confirmed' : 'scheduled';
    const at = momentOf(addDays(from, -5), '13:00:00', now);
    return [
      {
        line,
        days,
        status,
        row: {
          id: random.id(at),
          description: line.description,
          quota_id: quota,
          contract_id: id,
          inventory_item_id: line.space.id,
          starts_on: from,
          ends_on: to,
          units: line.unitsPerDay,
          status,
          aired_at: status === 'aired' ? `${to}T23:30:00Z` : null,
          reason_id: isMissed ? reason : null,
          created_at: at,
        },
      },
    ];
  });
};

/** Reports of evidence of contracts that are over, some of them accepted, and of some that run. */
const insertEvidence = async (
  tx: Transaction,
  random: Random,
  { all, file, now }: { readonly all: readonly DemoContract[]; readonly file: string; readonly now: Date },
): Promise<void> => {
  const today = now.toISOString().slice(0, 10);
  const reported = all.filter(
    ({ fate, flight }) =>
      (fate === 'finished' && random.chance(85)) || (fate === 'active' && flight.from < addDays(today, -7)),
  );
  const reports = reported.map(({ id, client, company, fate, flight }, index) => {
    const to = fate === 'finished' ? flight.to : addDays(today, -1);
    const at = momentOf(fate === 'finished' ? addDays(to, 2) : today, '14:00:00', now);
    return {
      row: {
        id: random.id(at),
        number: `EV-${to.slice(0, 4)}-${String(index + 1).padStart(5, '0')}`,
        contract_id: id,
        client_id: client.id,
        period: `[${flight.from},${to}]`,
        status: 'draft',
        created_at: at,
      },
      at,
      fate,
      company,
    };
  });
  if (reports.length === 0) return;
  await insertRows(
    tx,
    'evidence_reports',
    reports.map(({ row }) => row),
  );
  await insertRows(
    tx,
    'evidence_items',
    reports.map(({ row, at }) => ({
      id: random.id(at),
      report_id: row.id,
      kind: 'certificate',
      file,
      captured_at: at,
      description: 'Certificación de transmisión',
      created_at: at,
    })),
  );
  await insertRows(
    tx,
    'given_numbers',
    reports.map(({ row: { number }, company }) => ({
      series: 'evidence',
      company_id: company,
      number,
      counter: counterOf('evidence', { company }),
      year: Number(number.split('-')[1]),
      count: Number(number.split('-')[2]),
    })),
  );
  const sent = reports.filter(({ fate }) => fate === 'finished').map(({ row }) => row.id);
  const accepted = sent.filter(() => random.chance(70));
  await tx.query(sql`
    UPDATE evidence_reports SET status = 'sent', sent_at = created_at + interval '1 day' WHERE id = ANY(${sent}::uuid[])`);
  await tx.query(sql`
    UPDATE evidence_reports SET status = 'accepted', answered_at = created_at + interval '3 days'
    WHERE id = ANY(${accepted}::uuid[])`);
  await tx.query(sql`
    UPDATE placements p SET locked = true FROM evidence_reports r
    WHERE r.id = ANY(${accepted}::uuid[]) AND p.contract_id = r.contract_id AND p.status = 'aired'
      AND r.period @> p.starts_on AND r.period @> p.ends_on`);
};

/**
 * Places what contracts sold until two weeks from now, records what was aired, and completes technical sheets, work
 * orders and evidence as far as they would be today.
 *
 * @param file id of a stored file that all evidence shares
 * @returns the days that count as delivered
 */
export const insertDelivery = async (
  tx: Transaction,
  random: Random,
  { contracts, file, today: now }: { readonly contracts: readonly DemoContract[]; file: string; today: Date },
): Promise<AiredDays> => {
  const today = now.toISOString().slice(0, 10);
  const running = contracts.filter(({ fate }) => fate === 'active' || fate === 'finished');
  const quotas = new Map(
    (await tx.query<{ line: string; id: string }>(sql`SELECT order_line_id AS line, id FROM quotas`)).map(
      ({ line, id }) => [line, id],
    ),
  );
  const [reason] = await tx.query<{ id: string }>(
    sql`SELECT id FROM reasons WHERE kind = 'non_airing' ORDER BY sort_order, id LIMIT 1`,
  );
  const placed = running.flatMap((contract) =>
    contract.lines.flatMap((line) => {
      const quota = quotas.get(line.id);
      return quota ? place(random, contract, line, { quota, reason: reason?.id ?? '', now }) : [];
    }),
  );
  await insertRows(
    tx,
    'placements',
    placed.map(({ row }) => row),
  );

  await tx.query(sql`
    UPDATE tech_sheet_items i SET value = CASE i.type
        WHEN 'number' THEN coalesce(i.min, 1)::text WHEN 'yes_no' THEN 'sí' WHEN 'choice' THEN i.options[1]
        WHEN 'choices' THEN i.options[1] WHEN 'date' THEN lower(c.flight)::text ELSE 'Versión final' END
    FROM tech_sheets s JOIN contracts c ON c.id = s.contract_id
    WHERE s.id = i.tech_sheet_id AND c.status IN ('active', 'finished') AND i.type = ANY(${Object.keys(techFieldTypes)})`);
  await tx.query(sql`
    UPDATE tech_sheet_items i SET document = ${file}::uuid FROM tech_sheets s JOIN contracts c ON c.id = s.contract_id
    WHERE s.id = i.tech_sheet_id AND c.status IN ('active', 'finished') AND i.type = 'document'`);
  await tx.query(sql`
    UPDATE tech_sheets SET status = 'approved', delivered_by = 'Departamento de tráfico'
    WHERE progress_pct = 100 AND contract_id IN (SELECT id FROM contracts WHERE status IN ('active', 'finished'))`);
  await tx.query(sql`
    UPDATE work_orders w SET planned_start = lower(c.flight) - 1, planned_end = lower(c.flight),
      status = CASE WHEN c.status = 'active' AND upper(c.flight) > ${today}::date THEN 'on_air' ELSE 'completed' END,
      checklist = (SELECT jsonb_agg(task || '{"done": true}') FROM jsonb_array_elements(w.checklist) AS task)
    FROM contracts c WHERE c.id = w.contract_id AND c.status = 'active'`);

  await tx.query(sql`
    UPDATE work_orders w SET number = n.number
    FROM (SELECT id, 'OT-' || extract(year FROM planned_start) || '-' || lpad(row_number() OVER (
        PARTITION BY company_id, extract(year FROM planned_start) ORDER BY planned_start, id)::text, 5, '0') AS number
      FROM work_orders WHERE planned_start IS NOT NULL) n
    WHERE w.id = n.id`);
  const [company] = contracts;
  if (company)
    await tx.query(sql`
      INSERT INTO given_numbers (series, company_id, number, counter, year, count)
      SELECT 'work_order', company_id, number, ${counterOf('work_order', { company: company.company })},
        split_part(number, '-', 2)::integer, split_part(number, '-', 3)::integer
      FROM work_orders WHERE number IS NOT NULL AND company_id = ${company.company}::uuid`);

  const aired = new Map<string, string[]>();
  for (const { line, days, status } of placed)
    if (status === 'aired') aired.set(line.id, [...(aired.get(line.id) ?? []), ...days]);
  await insertEvidence(tx, random, { all: running, file, now });
  return aired;
};
