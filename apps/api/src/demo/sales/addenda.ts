import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Line } from '@pauta/domain/document/document.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import { addendumTotals } from '@pauta/domain/sales/addenda/addendum-totals.ts';
import sql from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';
import { reread } from '../../resource/writing/write-record.ts';
import { readAddendumTerms } from '../../sales/addenda/addendum-terms.ts';
import { addendumToSign, changeContract } from '../../sales/addenda/apply-addendum.ts';
import { insertAddendum } from '../../sales/addenda/insert-addendum.ts';
import { planInstalments } from '../../sales/addenda/plan-instalments.ts';
import { openRequest } from '../../sales/signing/signing-request.ts';
import { insertRows } from '../insert-rows.ts';
import type { DemoSpace } from '../inventory/spaces/space-maker.ts';
import { plainRow } from '../plain-row.ts';
import type { Random } from '../random.ts';
import type { DemoContract } from './contracts.ts';
import { findPlaces, readTaken } from './find-places.ts';
import { askedTogether, signOnPaper } from './signatures.ts';

const states = ['applied', 'pending_signature', 'draft'] as const;

const reasons = [
  'El cliente amplía la campaña con otro espacio',
  'Se suma un espacio por los resultados de la primera semana',
  'El cliente pide presencia en otro medio',
] as const;

const table = tableOf(addenda);

const read = async (tx: Transaction, id: string): Promise<AnyRecord> =>
  parseRecord(await reread(tx, table, id));

/** Adds a line to the draft of an addendum, with its amounts and the instalments that follow. */
const addLine = async (tx: Transaction, id: string, line: Line): Promise<void> => {
  const record = await read(tx, id);
  const body = { ...record, lines: [...linesIn(record, 'lines'), line] };
  const { header, lines } = addendumTotals(body, await readAddendumTerms(tx, body));
  await insertRows(tx, 'addendum_lines', [
    { ...plainRow(line), addendum_id: id, ...plainRow(lines.get(line.id) ?? {}) },
  ]);
  await tx.query(sql`
    UPDATE addenda SET lines_xact = pg_current_xact_id(), delta_net = ${header.delta_net}, delta_taxable = ${header.delta_taxable},
      delta_tax = ${header.delta_tax}, delta_total = ${header.delta_total}, max_discount_pct = ${header.max_discount_pct}
    WHERE id = ${id}::uuid`);
  await planInstalments(tx, await read(tx, id));
};

/** Does what the commands of an addendum do until it reaches this state. */
const moveTo = async (
  tx: Transaction,
  id: string,
  { contract, status, today }: { contract: DemoContract; status: (typeof states)[number]; today: string },
): Promise<void> => {
  if (status === 'draft') return;
  await tx.query(sql`UPDATE addenda SET status = 'pending_signature' WHERE id = ${id}::uuid`);
  const asked = await openRequest(tx, await addendumToSign(tx, await read(tx, id)), askedTogether);
  if (status === 'pending_signature') return;
  const request = await signOnPaper(tx, asked, today);
  await changeContract(tx, await read(tx, id), { contractNumber: String(contract.number), request });
  await tx.query(
    sql`UPDATE addenda SET status = 'applied', signed_on = ${today}::date WHERE id = ${id}::uuid`,
  );
};

/**
 * An addendum to about every tenth contract that runs or is about to, each with one more space: applied ones, and ones
 * that are still drafts or wait for their signatures.
 */
export const insertAddenda = async (
  tx: Transaction,
  random: Random,
  {
    contracts,
    spaces,
    today: now,
  }: {
    readonly contracts: readonly DemoContract[];
    readonly spaces: readonly DemoSpace[];
    readonly today: Date;
  },
): Promise<void> => {
  const today = now.toISOString().slice(0, 10);
  const tomorrow = addDays(today, 1);
  const taken = await readTaken(tx);
  const paid = await tx.one<{ id: string }>(
    sql`SELECT id FROM ad_classifications WHERE is_billable ORDER BY sort_order, id LIMIT 1`,
  );
  const running = contracts.filter(
    ({ fate, flight, plan }) =>
      (fate === 'signed' || fate === 'active') && plan !== 'upfront' && flight.to > addDays(today, 5),
  );
  const wanted = Math.max(states.length, Math.ceil(contracts.length / 10));
  let made = 0;
  for (const contract of running) {
    if (made === wanted) break;
    const [, from = tomorrow] = [contract.flight.from, tomorrow].sort();
    const flight = { from, to: contract.flight.to };
    const others = spaces.filter(({ id }) => !contract.lines.some(({ space }) => space.id === id));
    const [place] = findPlaces(random, others, flight, { taken, isBinding: true, most: 1 });
    if (!place || !paid) continue;
    const status = states[made % states.length] ?? 'draft';
    const number = `${contract.number}-A01`;
    const id = await insertAddendum(tx, contract.id, {
      number,
      kinds: ['add_lines'],
      effectiveOn: today,
      reason: reasons[made % reasons.length] ?? reasons[0],
    });
    await insertRows(tx, 'given_numbers', [
      {
        series: 'addendum',
        company_id: contract.company,
        number,
        counter: counterOf('addendum', { company: contract.company, contract: String(contract.number) }),
        year: 0,
        count: 1,
      },
    ]);
    const before = linesIn(await read(tx, id), 'lines');
    const [position = ''] = positionsAt(before, before.length, 1);
    await addLine(tx, id, {
      id: random.id(now),
      position,
      op: 'add',
      order_line_id: null,
      line_kind: 'airtime',
      inventory_item_id: { id: place.space.id, label: '' },
      package_id: null,
      ad_article_id: null,
      description: String(place.space.row.name).slice(0, 160),
      ad_classification_id: { id: paid.id, label: '' },
      flight,
      days: place.space.days,
      units_per_day: place.units,
      units: '1.00',
      duration_sec: place.duration,
      agreed_price: null,
      surcharge_pct: '0',
      discount_pct: '0',
    });
    await moveTo(tx, id, { contract, status, today });
    made += 1;
  }
};
