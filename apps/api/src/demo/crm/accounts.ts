import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import type { Row } from '../insert-rows.ts';
import type { Known } from '../known.ts';
import { agencyWords, places, sectors, streets, surnames } from '../names.ts';
import type { Random } from '../random.ts';
import { domainOf } from '../staff.ts';

/** An RNC with its check digit; the `n`th of its kind. Those of non-profits begin with 4, of the state with 4 too. */
export const rnc = (n: number, first = '1'): string => {
  const eight = `${first}${String(3_000_000 + n * 7).padStart(7, '0')}`;
  for (let digit = 0; digit <= 9; digit++) {
    if (parseTaxId('DO', 'RNC', `${eight}${digit}`).ok) return `${eight}${digit}`;
  }
  throw new Error(`${eight} has no check digit`);
};

export interface Account {
  readonly row: Row;
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly since: Date;
  readonly seller: string;
  readonly status: string;
  /** Size of the account, from 0 (the largest) to 3. */
  readonly size: number;
  /** Names of the account's brands. */
  readonly brands: readonly string[];
}

const day = 86_400_000;

/** Step of the credit limits, by size of the account. */
const steps = [250_000, 100_000, 40_000, 10_000];

/** A moment between two others, in working hours of the company's time zone (UTC−4). */
export const workingMoment = (random: Random, from: Date, to: Date): Date => {
  const days = Math.max(0, Math.floor((to.getTime() - from.getTime()) / day));
  const date = new Date(from.getTime() + random.integer(0, days) * day);
  while ([0, 6].includes(date.getUTCDay())) date.setTime(date.getTime() - day);
  date.setUTCHours(random.integer(12, 21), random.integer(0, 59), random.integer(0, 59), 0);
  return date > to ? new Date(to.getTime() - random.integer(1, 180) * 60_000) : date;
};

/** Creation times of accounts, in the order of their codes. */
const momentsOf = (random: Random, count: number, from: Date, to: Date): Date[] =>
  Array.from({ length: count }, () => workingMoment(random, from, to)).sort(
    (a, b) => a.getTime() - b.getTime(),
  );

const clientType = (industry: string, random: Random): string =>
  industry === 'GOBIERNO'
    ? 'GOBIERNO'
    : industry === '1452'
      ? 'ONG'
      : random.chance(35)
        ? 'AGENCIA'
        : 'DIRECTO';

const taxpayer = (industry: string): string =>
  industry === 'GOBIERNO' ? 'government' : industry === '1452' ? 'nonprofit' : 'taxpayer';

/**
 * Advertisers. The few large ones come first, because a seller's work is mostly with few clients.
 *
 * @param count number of advertisers; names are distinct up to a million
 */
export const makeClients = (
  random: Random,
  known: Known,
  { count, sellers, from, to }: { count: number; sellers: readonly string[]; from: Date; to: Date },
): Account[] => {
  const names = new Map<string, number>();
  const industries = new Map(sectors.map(({ industry }) => [industry, known.id('industries', industry)]));
  const country = known.id('countries', 'DO');
  const localities = known.ids('localities', 'DO-');
  const sources = ['LLAMADA', 'VISITA', 'WEB', 'BRIEF', 'RECURRENTE', 'EVENTO', 'PROSPECCION'].map((code) =>
    known.id('lead_sources', code),
  );
  const terms = ['30D', '30D', '30D', '45D', '60D', 'CONTADO', '15D'].map((code) =>
    known.id('credit_terms', code),
  );
  const categories = (['ESTRATEGICO', 'A', 'B', 'C', 'NUEVO'] as const).map((code) =>
    known.id('client_categories', code),
  );
  const moments = momentsOf(random, count, from, to);
  return moments.map((since, index) => {
    const sector = random.pickEarly(sectors);
    const base = `${random.pick(sector.companies)} ${random.chance(60) ? random.pick(places) : random.pick(surnames)}`;
    const times = (names.get(base) ?? 0) + 1;
    names.set(base, times);
    const name = times === 1 ? base : `${base} ${times}`;
    const size = Math.min(3, Math.floor((index / count) * 4));
    const state = random.chance(70)
      ? 'active'
      : random.chance(75)
        ? 'prospect'
        : random.chance(80)
          ? 'inactive'
          : 'blocked';
    // Every seller has accounts.
    const seller = sellers[index] ?? random.pickEarly(sellers);
    const others = sellers.filter((one) => one !== seller);
    const isPublic = sector.industry === 'GOBIERNO';
    const domain = domainOf(name);
    const id = random.id(since);
    const row: Row = {
      id,
      client_code: `CLI-${String(index + 1).padStart(4, '0')}`,
      company_code: random.chance(60) ? `ERP-${String(10_000 + index)}` : null,
      legal_name: isPublic || sector.industry === '1452' ? name : `${name}, S. R. L.`,
      trade_name: name,
      person_kind: 'legal_entity',
      country_id: country,
      tax_id_type: 'RNC',
      tax_id: rnc(index + 1, isPublic || sector.industry === '1452' ? '4' : '1'),
      taxpayer_type: taxpayer(sector.industry),
      status: state,
      client_type_id: known.id('client_types', clientType(sector.industry, random)),
      client_category_id: state === 'prospect' ? categories[4] : categories[size],
      industry_id: industries.get(sector.industry),
      lead_source_id: random.pick(sources),
      tags: random.some(
        ['Prioritario', 'Radio', 'Televisión', 'Exterior', 'Digital', 'Temporada alta'],
        random.integer(0, 2),
      ),
      primary_sales_rep_id: seller,
      additional_sales_rep_id: others.length > 0 && random.chance(15) ? random.pick(others) : null,
      billing_party: random.chance(20) ? 'agency' : 'client',
      currency_code: random.chance(88) ? 'DOP' : 'USD',
      credit_term_id: random.pick(terms),
      credit_limit: state === 'prospect' ? null : String(random.integer(2, 80) * (steps[size] ?? 10_000)),
      credit_status:
        state === 'blocked'
          ? 'blocked'
          : random.chance(92)
            ? 'active'
            : random.chance(60)
              ? 'in_review'
              : 'on_hold',
      website: random.chance(70) ? `https://${domain}` : null,
      address_line: `${random.pick(streets)} núm. ${random.integer(1, 480)}`,
      locality_id: random.pickEarly(localities),
      notes: null,
      created_at: since,
      updated_at: since,
    };
    const shared = { ...row, additional_split_pct: row.additional_sales_rep_id === null ? 0 : 30 };
    return { row: shared, id, name, domain, since, seller, status: state, size, brands: sector.brands };
  });
};

/**
 * Brands of clients: the larger half of the clients has one to three.
 *
 * @param made number of brands that already exist
 */
export const makeBrands = (random: Random, clients: readonly Account[], made: number): Row[] =>
  clients
    .filter(() => random.chance(60))
    .flatMap(({ id, since, name, brands }) =>
      random.some(brands, random.integer(1, 3)).map((word) => ({
        id: random.id(since),
        client_id: id,
        name: `${word} ${name.split(' ').slice(1).join(' ')}`,
        created_at: since,
      })),
    )
    .map((row, index) => ({
      ...row,
      code: `MARCA-${String(made + index + 1).padStart(4, '0')}`,
      sort_order: (((made + index) % 10_000) + 1) * 10,
    }));

const agencyKinds = ['SERVICIO-COMPLETO', 'MEDIOS', 'CREATIVA', 'DIGITAL', 'BTL'] as const;

/** Agencies, the largest first. */
export const makeAgencies = (
  random: Random,
  known: Known,
  { count, managers, from, to }: { count: number; managers: readonly string[]; from: Date; to: Date },
): Account[] =>
  momentsOf(random, count, from, to).map((since, index) => {
    const word = agencyWords[index % agencyWords.length];
    const kindOfHouse = random.pick(['Medios', 'Comunicaciones', 'Publicidad', 'Digital']);
    const round = Math.floor(index / agencyWords.length);
    const size = Math.min(3, Math.floor((index / count) * 4));
    const name = `${word} ${kindOfHouse}${round === 0 ? '' : ` ${round + 1}`}`;
    const id = random.id(since);
    const kind = random.pickEarly(agencyKinds);
    const domain = domainOf(name);
    const seller = random.pick(managers);
    const row: Row = {
      id,
      agency_code: `AGE-${String(index + 1).padStart(3, '0')}`,
      legal_name: `${name}, S. R. L.`,
      trade_name: name,
      person_kind: 'legal_entity',
      country_id: known.id('countries', 'DO'),
      tax_id_type: 'RNC',
      tax_id: rnc(900_000 + index),
      taxpayer_type: 'taxpayer',
      status: random.chance(92) ? 'active' : 'inactive',
      agency_type_id: known.id('agency_types', kind),
      agency_category_id: known.id('agency_categories', ['A', 'B', 'C', 'D'][size] ?? 'D'),
      agency_group_id: known.id(
        'agency_groups',
        random.chance(60) ? 'INDEPENDIENTE' : random.chance(50) ? 'RED-REGIONAL' : 'GRUPO-LOCAL',
      ),
      tags: [],
      primary_sales_rep_id: seller,
      commission_type_id: known.id('commission_types', kind === 'DIGITAL' ? 'AGENCIA-DIGITAL' : 'AGENCIA-15'),
      commission_pct: kind === 'DIGITAL' ? '10' : '15',
      commission_mode: random.chance(65) ? 'invoice_discount' : 'later_settlement',
      currency_code: 'DOP',
      credit_term_id: known.id('credit_terms', random.chance(70) ? '45D' : '60D'),
      credit_limit: String(random.integer(5, 60) * 100_000),
      credit_status: 'active',
      email: `cuentas@${domain}`,
      website: `https://${domain}`,
      address_line: `${random.pick(streets)} núm. ${random.integer(1, 480)}`,
      created_at: since,
      updated_at: since,
    };
    return { row, id, name, domain, since, seller, status: String(row.status), size, brands: [] };
  });
