import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Line } from '@pauta/domain/document/document.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import type { Totals } from '@pauta/domain/money/line-totals.ts';
import { type BillingPlan, billingSchedule } from '@pauta/domain/sales/contracts/billing-schedule.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractContent, type TermsText } from '@pauta/domain/sales/contracts/contract-content.ts';
import { quoteTotals } from '@pauta/domain/sales/quotes/quote-totals.ts';
import sql from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';
import { reread } from '../../resource/writing/write-record.ts';
import { saleContextOf } from '../../sales/lines/sale-context.ts';
import { readSaleTerms } from '../../sales/lines/sale-terms.ts';
import { partiesOf } from '../../sales/signing/contract-parties.ts';
import { addVersion } from '../../sales/signing/contract-version.ts';
import { billedAccount, readSigningStates } from '../../sales/signing/signing-state.ts';
import type { Account } from '../crm/accounts.ts';
import { cedula } from '../crm/agreements.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { DemoSpace } from '../inventory/spaces/space-maker.ts';
import { plainRow, rangeText } from '../plain-row.ts';
import type { Random } from '../random.ts';
import { findPlaces, readTaken } from './find-places.ts';
import { askSignatures } from './signatures.ts';

/** What became of a contract: its state, or `cancelled` before its signature. */
export type ContractFate =
  | 'draft'
  | 'pending_signature'
  | 'signed'
  | 'active'
  | 'suspended'
  | 'finished'
  | 'cancelled';

/** An order line, with the days on which it runs. */
export interface DemoOrderLine {
  readonly id: string;
  readonly space: DemoSpace;
  readonly description: string;
  readonly articleId: string | null;
  readonly platformId: string;
  readonly days: readonly string[];
  readonly unitsPerDay: number;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly totals: Totals;
}

/** A contract of the demonstration data, for its delivery and its invoices. */
export interface DemoContract {
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
  readonly fate: ContractFate;
  readonly company: string;
  readonly client: Account;
  readonly agencyId: string | null;
  readonly agencyName: string | null;
  readonly commission: { readonly pct: string; readonly mode: string } | null;
  readonly billTo: 'client' | 'agency';
  readonly isBarter: boolean;
  readonly ownerId: string;
  readonly plan: BillingPlan;
  readonly flight: { readonly from: string; readonly to: string };
  readonly signedOn: string | null;
  readonly instalments: readonly { readonly due_on: string; readonly amount: string }[];
  readonly lines: readonly DemoOrderLine[];
}

/** How many of a hundred contracts end in each state. */
const shares: readonly (readonly [ContractFate, number])[] = [
  ['draft', 8],
  ['pending_signature', 8],
  ['signed', 15],
  ['active', 32],
  ['suspended', 3],
  ['finished', 28],
  ['cancelled', 6],
];
const fates = shares.flatMap(([fate, share]) => Array.from({ length: share }, () => fate));

const campaigns = [
  'Campaña de fin de año',
  'Lanzamiento de temporada',
  'Aniversario',
  'Plan anual de marca',
  'Ofertas del mes',
  'Presencia institucional',
  'Verano',
  'Regreso a clases',
] as const;

const reference = (id: string | null) => (id === null ? null : { id, label: '' });

interface Seller {
  readonly company: string;
  readonly list: string;
  readonly paid: string;
  readonly consumption: string;
  readonly term: string;
  readonly job: string;
  readonly country: string;
}

/** What every contract needs; undefined without a current price list. */
const readSeller = (tx: Transaction, today: string): Promise<Seller | undefined> =>
  tx.one<Seller>(sql`
    SELECT l.id AS list, (SELECT id FROM ad_classifications WHERE is_billable ORDER BY sort_order, id LIMIT 1) AS paid,
      (SELECT id FROM companies WHERE code LIKE 'ANT-%' AND archived_at IS NULL ORDER BY sort_order, id LIMIT 1) AS company,
      (SELECT id FROM consumption_types ORDER BY sort_order, id LIMIT 1) AS consumption,
      (SELECT id FROM credit_terms WHERE kind = 'days' AND days = 30 ORDER BY sort_order, id LIMIT 1) AS term,
      (SELECT id FROM job_positions WHERE code = 'REP-LEGAL') AS job,
      (SELECT id FROM countries WHERE code = 'DO') AS country
    FROM price_lists l
    WHERE l.status = 'current' AND l.archived_at IS NULL AND l.currency_code = 'DOP' AND l.valid @> ${today}::date
    ORDER BY l.kind = 'general' DESC, l.code LIMIT 1`);

interface Letter {
  readonly agency: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** Letters with which an agency buys for a client, by client. */
const readLetters = async (tx: Transaction): Promise<ReadonlyMap<string, Letter>> => {
  const rows = await tx.query<Letter & { client: string }>(sql`
    SELECT l.client_id AS client, l.agency_id AS agency, a.legal_name AS name, lower(l.valid)::text AS "from",
      (upper(l.valid) - 1)::text AS "to"
    FROM client_agencies l JOIN agencies a ON a.id = l.agency_id
    WHERE l.status = 'granted' AND l.brand_id IS NULL AND 'buying' = ANY (l.services) ORDER BY l.id`);
  return new Map(rows.map(({ client, ...letter }) => [client, letter]));
};

/** Days of the flight of a contract with this fate, relative to today. */
const flightOf = (random: Random, fate: ContractFate, today: string): { from: string; to: string } => {
  const length = random.integer(20, 60);
  if (fate === 'finished') {
    const to = addDays(today, -random.integer(4, 240));
    return { from: addDays(to, -length), to };
  }
  const from =
    fate === 'active' ? addDays(today, -random.integer(3, 18)) : addDays(today, random.integer(3, 40));
  return { from, to: addDays(from, length) };
};

/** What totals add to a line. */
type Calculated = Totals & { readonly quantity: string; readonly list_price: string | null };

interface Made {
  readonly contract: DemoContract;
  readonly header: Row;
  readonly lines: readonly Row[];
}

const isSigned = ({ fate }: Pick<DemoContract, 'fate'>): boolean =>
  fate === 'signed' || fate === 'active' || fate === 'suspended' || fate === 'finished';

/** Signatories of the company and of the parties that pay contracts, where they have none. */
const insertSignatories = async (
  tx: Transaction,
  random: Random,
  { company, job, country }: Seller,
  made: readonly Made[],
): Promise<void> => {
  const present = await tx.query<{ id: string }>(sql`
    SELECT coalesce(client_id, agency_id) AS id FROM signatories
    WHERE archived_at IS NULL AND valid @> business_date() AND max_amount IS NULL`);
  const have = new Set(present.map(({ id }) => id));
  const parties = new Map<string, Row>([[company, { company_id: company }]]);
  for (const { contract } of made) {
    const { billTo, agencyId, client } = contract;
    const id = billTo === 'agency' ? agencyId : client.id;
    if (id !== null && !have.has(id))
      parties.set(id, billTo === 'agency' ? { agency_id: id } : { client_id: id });
  }
  const since = new Date('2024-01-15T12:00:00Z');
  const names = ['Altagracia Peralta', 'Rafael Marte', 'Carmen Rosario', 'José Lantigua', 'Ana Tejeda'];
  await insertRows(
    tx,
    'signatories',
    [...parties.values()].map((party, index) => ({
      id: random.id(since),
      company_id: null,
      client_id: null,
      agency_id: null,
      ...party,
      full_name: names[index % names.length],
      country_id: country,
      national_id_type: 'CEDULA',
      national_id: cedula(60_000 + index),
      job_position_id: job,
      capacity: 'legal_representative',
      valid: '[2024-01-15,]',
      max_amount: null,
      currency_code: 'DOP',
      sign_mode: 'individual',
      is_default: false,
      created_at: since,
    })),
  );
  await tx.query(sql`
    INSERT INTO contract_own_signatories (contract_id, own_signatory_id)
    SELECT DISTINCT ON (c.id) c.id, s.id FROM contracts c JOIN signatories s ON s.company_id = c.company_id
    WHERE s.archived_at IS NULL ORDER BY c.id, s.id`);
  await tx.query(sql`
    INSERT INTO contract_client_signatories (contract_id, client_signatory_id)
    SELECT DISTINCT ON (c.id) c.id, s.id FROM contracts c JOIN signatories s ON s.client_id = c.client_id
    WHERE c.billing_party = 'client' AND s.archived_at IS NULL AND s.max_amount IS NULL AND s.valid @> business_date()
    ORDER BY c.id, s.id`);
  await tx.query(sql`
    INSERT INTO contract_agency_signatories (contract_id, agency_signatory_id)
    SELECT DISTINCT ON (c.id) c.id, s.id FROM contracts c JOIN signatories s ON s.agency_id = c.agency_id
    WHERE c.billing_party = 'agency' AND s.archived_at IS NULL AND s.valid @> business_date() ORDER BY c.id, s.id`);
};

/** Does what signing does, for all contracts at once: order lines, capacity, delivery, versions and numbers. */
const sign = async (tx: Transaction, made: readonly Made[], text: TermsText): Promise<void> => {
  const signed = made.filter(({ contract }) => isSigned(contract));
  const numbered = made.filter(({ contract: { number } }) => number !== null);
  await insertRows(
    tx,
    'order_lines',
    signed.flatMap(({ contract, header, lines }) =>
      lines.map(({ id, position: _, quote_line_id: __, ...line }, index) => ({
        ...line,
        id: contract.lines[index]?.id,
        contract_line_id: id,
        currency_code: header.currency_code,
        created_at: `${contract.signedOn}T15:00:00Z`,
      })),
    ),
  );
  await insertRows(
    tx,
    'capacity_cells',
    signed.flatMap(({ contract, lines }) =>
      contract.lines.flatMap(({ id, space, days, unitsPerDay }, index) =>
        days.map((day) => ({
          item_id: space.id,
          day,
          units: unitsPerDay * Number(space.unit === 'seconds' ? lines[index]?.duration_sec : 1),
          state: 'booked',
          order_line_id: id,
        })),
      ),
    ),
  );
  const ids = signed.map(({ contract }) => contract.id);
  await tx.query(sql`
    SELECT open_delivery(id, ARRAY(
      SELECT (day ->> 'day')::date FROM settings s CROSS JOIN jsonb_array_elements(s.value) AS day
      WHERE s.key = 'holiday_calendar'), booked_units(id))
    FROM unnest(${ids}::uuid[]) AS id`);
  const states = new Map((await readSigningStates(tx, ids)).map((state) => [state.id, state]));
  for (const { contract } of signed) {
    const state = states.get(contract.id);
    if (!state) throw new Error(`contract ${contract.id} is not there`);
    const account = billedAccount(state);
    const whole = parseRecord(await reread(tx, tableOf(contracts), contract.id));
    await addVersion(tx, {
      contractId: contract.id,
      version: 0,
      label: `${contract.number} v0`,
      content: contractContent(
        {
          ...whole,
          number: contract.number,
          signed_on: contract.signedOn,
          payer_name: account.legal_name,
          payer_tax_id: account.tax_id,
        },
        partiesOf(state),
        text,
      ),
      prevHash: null,
    });
  }
  await tx.query(sql`
    UPDATE contracts c SET status = 'signed', number = s.number, signed_on = s.signed_on,
      payer_name = p.legal_name, payer_tax_id = p.tax_id
    FROM unnest(${ids}::uuid[], ${signed.map(({ contract }) => contract.number)}::text[],
        ${signed.map(({ contract }) => contract.signedOn)}::date[]) AS s(id, number, signed_on)
      JOIN contracts own ON own.id = s.id
      CROSS JOIN LATERAL (
        SELECT legal_name, tax_id FROM clients WHERE own.billing_party = 'client' AND id = own.client_id
        UNION ALL SELECT legal_name, tax_id FROM agencies WHERE own.billing_party = 'agency' AND id = own.agency_id) p
    WHERE c.id = s.id`);
  await tx.query(sql`SELECT sign_on_paper(${ids}::uuid[])`);
  await insertRows(
    tx,
    'given_numbers',
    numbered.map(({ contract: { number, company } }) => ({
      series: 'contract',
      company_id: company,
      number,
      counter: counterOf('contract', { company }),
      year: Number(number?.split('-')[1]),
      count: Number(number?.split('-')[2]),
    })),
  );
};

/** Breaks and programmes of one channel and one radio station. */
const spotSpaces = (spaces: readonly DemoSpace[]): readonly DemoSpace[] => {
  const stations = ['Corte', 'Tanda'].map(
    (word) => spaces.find(({ row }) => row.airs_at && String(row.name).startsWith(word))?.row.subdivision_id,
  );
  const parents = new Set(spaces.flatMap(({ path, row }) => (row.airs_at ? path : [])));
  return spaces.filter(
    ({ id, unit, row }) =>
      unit === 'seconds' &&
      stations.includes(row.subdivision_id) &&
      row.program_id !== null &&
      (row.airs_at !== null || parents.has(id)),
  );
};

const moveTo = (tx: Transaction, status: string, made: readonly Made[]): Promise<unknown> =>
  tx.query(sql`
    UPDATE contracts SET status = ${status} WHERE id = ANY(${made.map(({ contract }) => contract.id)}::uuid[])`);

/**
 * A contract for every third client, in all states that they reach, with their order lines, bookings, versions and
 * whatever their delivery begins with. None without a current price list.
 */
export const insertContracts = async (
  tx: Transaction,
  random: Random,
  {
    clients,
    spaces,
    today: now,
    text,
  }: {
    readonly clients: readonly Account[];
    readonly spaces: readonly DemoSpace[];
    readonly today: Date;
    /** Of the terms that they were signed with. */
    readonly text: TermsText;
  },
): Promise<readonly DemoContract[]> => {
  const today = now.toISOString().slice(0, 10);
  const seller = await readSeller(tx, today);
  const buyers = clients.filter(({ row, status }) => status === 'active' && row.primary_sales_rep_id);
  if (!seller || buyers.length === 0 || spaces.length === 0) return [];
  const letters = await readLetters(tx);
  const taken = await readTaken(tx);
  const platforms = new Map(
    (
      await tx.query<{ id: string; platform: string; article: string | null }>(
        sql`SELECT id, platform_id AS platform, ad_article_id AS article FROM inventory_items`,
      )
    ).map((row) => [row.id, row]),
  );
  const won = new Map(
    (
      await tx.query<{ client: string; id: string }>(
        sql`SELECT DISTINCT ON (client_id) client_id AS client, id FROM opportunities WHERE result = 'won' ORDER BY client_id, id`,
      )
    ).map(({ client, id }) => [client, id]),
  );

  const count = Math.min(1000, Math.max(14, Math.round(clients.length / 3)));
  const order = random.some(fates, fates.length);
  const drafts: { fate: ContractFate; flight: { from: string; to: string }; signedOn: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    // A small set has each state too.
    const fate = (index < shares.length ? shares[index]?.[0] : order[index % order.length]) ?? 'active';
    const flight = flightOf(random, fate, today);
    // At the latest today: what is not signed yet begins later.
    const [signedOn = today] = [addDays(flight.from, -random.integer(2, 10)), today].sort();
    drafts.push({ fate, flight, signedOn });
  }
  drafts.sort((a, b) => (a.signedOn < b.signedOn ? -1 : 1));

  const numbers = new Map<string, number>();
  const made: Made[] = [];
  let direct = 0;
  // Every second running contract is of the client of the one before, so that some invoices are of several contracts.
  let paired: Account | null = null;
  const spots = spotSpaces(spaces);
  for (const [index, { fate, flight, signedOn }] of drafts.entries()) {
    const client: Account = (fate === 'active' ? paired : null) ?? random.pickEarly(buyers);
    if (fate === 'active') paired = paired === null ? client : null;
    const isBinding = isSigned({ fate });
    // Campaigns of spots, so that the traffic of a channel and of a radio station has something to order.
    const isCampaign = fate === 'active' && index % 2 === 0 && spots.length > 0;
    const places = findPlaces(random, isCampaign ? spots : spaces, flight, {
      taken,
      isBinding,
      all: spaces,
      ...(isCampaign && { most: 6 }),
    });
    if (places.length === 0) continue;
    const letter = letters.get(client.id);
    const agencyId = letter && letter.from <= flight.from && flight.to <= letter.to ? letter.agency : null;
    const created = new Date(`${addDays(signedOn, -random.integer(1, 6))}T14:00:00Z`);
    const id = random.id(created);
    const positions = positionsAt([], 0, places.length);
    const discount = random.pick(['0', '0', '5', '10']);
    const body = {
      price_list_id: reference(seller.list),
      currency_code: 'DOP',
      company_id: reference(seller.company),
      client_id: reference(client.id),
      brand_id: null,
      agency_id: reference(agencyId),
      flight,
      lines: places.map(
        ({ space, units, duration }, index): Line => ({
          id: random.id(created),
          position: positions[index] ?? '',
          line_kind: 'airtime',
          inventory_item_id: reference(space.id),
          package_id: null,
          ad_article_id: reference(platforms.get(space.id)?.article ?? null),
          description: String(space.row.name).slice(0, 160),
          ad_classification_id: reference(seller.paid),
          flight,
          days: space.days,
          units_per_day: units,
          units: '1.00',
          duration_sec: duration,
          agreed_price: null,
          surcharge_pct: '0',
          discount_pct: discount,
        }),
      ),
    };
    const totals = quoteTotals(body, await readSaleTerms(tx, saleContextOf(body)));
    const rows = body.lines.map((line) => ({
      ...plainRow(line),
      contract_id: id,
      quote_line_id: null,
      ...(plainRow(totals.lines.get(line.id) ?? {}) as Row & Calculated),
    }));
    const { commission_mode: mode, agency_commission_pct: pct } = totals.header;
    const commission = mode ? { mode: String(mode), pct: String(pct) } : null;
    const billTo = commission?.mode === 'invoice_discount' ? 'agency' : 'client';
    // Some clients that buy without an agency pay with what they give.
    if (agencyId === null && isBinding) direct += 1;
    const isBarter = agencyId === null && isBinding && direct % 4 === 1;
    const plan = random.pick<BillingPlan>(['by_consumption', 'by_consumption', 'monthly', 'upfront']);
    const instalments =
      fate === 'draft'
        ? []
        : billingSchedule(
            plan,
            rows.map(({ taxable }, index) => ({ flight, days: places[index]?.space.days ?? [], taxable })),
            { today: signedOn, currency: 'DOP' },
          );
    const year = signedOn.slice(0, 4);
    const place = (numbers.get(year) ?? 0) + 1;
    const hasNumber = isBinding || fate === 'pending_signature';
    if (hasNumber) numbers.set(year, place);
    const name = `${random.pick(campaigns)} · ${client.brands[0] ?? client.name}`.slice(0, 160);
    const opportunity = isBinding ? (won.get(client.id) ?? null) : null;
    if (opportunity !== null) won.delete(client.id);
    made.push({
      header: {
        id,
        name,
        opportunity_id: opportunity,
        company_id: seller.company,
        client_id: client.id,
        agency_id: agencyId,
        billing_party: billTo,
        owner_id: client.row.primary_sales_rep_id,
        contract_type: isBarter ? 'barter' : 'normal',
        consumption_type_id: seller.consumption,
        flight: rangeText(flight),
        valid: rangeText({
          from: signedOn,
          to: addDays(flight.to, 30),
        }),
        price_list_id: seller.list,
        currency_code: 'DOP',
        billing_plan: plan,
        credit_term_id: seller.term,
        po_number: random.chance(60) ? `OC-${10_000 + made.length}` : null,
        cancel_notice_days: 15,
        penalty_pct: '10',
        evidence_silence_days: made.length % 3 === 0 ? 10 : null,
        scheduled: instalments.length > 0 ? sum(instalments.map(({ amount }) => amount)) : '0.00',
        created_at: created,
        ...plainRow(totals.header),
      },
      lines: rows,
      contract: {
        id,
        number: hasNumber ? `CT-${year}-${String(place).padStart(5, '0')}` : null,
        name,
        fate,
        company: seller.company,
        client,
        agencyId,
        agencyName: agencyId === null ? null : (letter?.name ?? null),
        commission,
        billTo,
        isBarter,
        ownerId: String(client.row.primary_sales_rep_id),
        plan,
        flight,
        signedOn: isBinding ? signedOn : null,
        instalments,
        lines: places.map(({ space, days, units }, index): DemoOrderLine => {
          const row = rows[index];
          if (!row) throw new Error('every place has its line');
          const { gross, net, agency_discount, taxable, tax, total } = row;
          return {
            id: random.id(created),
            space,
            description: String(space.row.name).slice(0, 160),
            articleId: platforms.get(space.id)?.article ?? null,
            platformId: platforms.get(space.id)?.platform ?? '',
            days,
            unitsPerDay: units,
            quantity: row.quantity,
            unitPrice: row.list_price ?? '0',
            discount,
            totals: { gross, net, agency_discount, taxable, tax, total },
          };
        }),
      },
    });
  }

  await insertRows(
    tx,
    'contracts',
    made.map(({ header }) => header),
  );
  await insertRows(
    tx,
    'contract_lines',
    made.flatMap(({ lines }) => lines),
  );
  await insertRows(
    tx,
    'contract_instalments',
    made.flatMap(({ contract: { id, instalments, signedOn, flight } }) => {
      const positions = positionsAt([], 0, instalments.length);
      const at = new Date(`${signedOn ?? flight.from}T14:00:00Z`);
      return instalments.map((one, index) => ({
        id: random.id(at),
        contract_id: id,
        position: positions[index],
        ...one,
      }));
    }),
  );
  await insertSignatories(tx, random, seller, made);
  await tx.query(sql`
    UPDATE contracts SET billing_contact_id = usual_billing_contact(client_id, agency_id, billing_party)
    WHERE id = ANY(${made.map(({ contract }) => contract.id)}::uuid[])`);
  const waiting = made.filter(({ contract }) => contract.fate !== 'draft');
  await moveTo(tx, 'pending_signature', waiting);
  await sign(tx, made, text);
  const reached = (...wanted: ContractFate[]) =>
    made.filter(({ contract }) => wanted.includes(contract.fate));
  await askSignatures(
    tx,
    reached('pending_signature').map(({ contract }) => contract),
    today,
  );
  await moveTo(tx, 'active', reached('active', 'finished'));
  await tx.query(sql`
    UPDATE contracts SET status = 'suspended', suspended_on = business_date(), suspension_kind = 'arrears',
      suspension_spaces = 'kept'
    WHERE id = ANY(${reached('suspended').map(({ contract }) => contract.id)}::uuid[])`);
  await moveTo(tx, 'cancelled', reached('cancelled'));
  return made.map(({ contract }) => contract);
};

/** Ends the contracts that are over, once their delivery is recorded. */
export const finishContracts = (tx: Transaction, all: readonly DemoContract[]): Promise<unknown> =>
  tx.query(sql`
    UPDATE contracts SET status = 'finished'
    WHERE id = ANY(${all.filter(({ fate }) => fate === 'finished').map(({ id }) => id)}::uuid[])`);
