import { type BeneficiaryKind, beneficiaryField } from '@pauta/domain/billing/commissions/beneficiary.ts';
import type { OpeningCheck } from '@pauta/domain/billing/opening/opening-check.ts';
import {
  type OpeningPart,
  openingPartNames,
  openingParts,
} from '@pauta/domain/billing/opening/opening-part.ts';
import {
  openingTotals,
  type TieOut,
  tieOutDifferences,
} from '@pauta/domain/billing/opening/opening-totals.ts';
import {
  beneficiaryKindOf,
  type OpeningCells,
  type OpeningProblem,
  openingRowProblems,
  withheldTax,
} from '@pauta/domain/billing/opening/read-opening-row.ts';
import { type OpenedPart, splitOpenedInvoice } from '@pauta/domain/billing/opening/split-opened-invoice.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { fiscalDocuments } from '@pauta/domain/finance/fiscal-documents.ts';
import { divide, isZero, multiply, round } from '@pauta/domain/money/arithmetic.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import sql from 'sql-template-tag';
import { readTaxRates } from '../../finance/tax-rates.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** What of an opening is checked. */
export interface CheckedOpening {
  readonly id: string;
  readonly company_id: string;
  readonly opened_on: string;
  readonly tie_out: TieOut | null;
}

/** An open invoice that posting writes. */
export interface OpeningInvoice {
  readonly number: string;
  readonly fiscal_number: string;
  readonly fiscal_document: string | null;
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly bill_to: 'client' | 'agency';
  readonly contract_id: string | null;
  readonly issued_on: string;
  readonly due_on: string;
  readonly currency: string;
  readonly total: string;
  readonly balance: string;
  /** What of the balance each tax rate has. */
  readonly parts: readonly OpenedPart[];
}

/** An advance that posting writes. */
export interface OpeningAdvance {
  readonly number: string;
  readonly client_id: string | null;
  readonly agency_id: string | null;
  readonly received_on: string;
  readonly currency: string;
  readonly amount: string;
}

/** A withholding that can still be offset. */
export interface OpeningWithholding {
  readonly number: string;
  readonly client_id: string | null;
  readonly agency_id: string | null;
  readonly tax: 'itbis' | 'isr';
  readonly pct: string | null;
  readonly withheld_on: string;
  readonly currency: string;
  readonly amount: string;
  readonly certificate: string | null;
}

/** A commission that is due. */
export interface OpeningCommission {
  readonly beneficiary_kind: BeneficiaryKind;
  readonly agency_id: string | null;
  readonly seller_id: string | null;
  readonly referral_id: string | null;
  readonly document: string;
  readonly detail: string | null;
  readonly earned_on: string;
  readonly currency: string;
  readonly base: string;
  readonly pct: string;
  readonly amount: string;
}

/** What was sold in a month, before tax. */
export interface OpeningSale {
  readonly month: string;
  readonly client_id: string;
  readonly platform_id: string;
  readonly seller_id: string | null;
  readonly currency: string;
  readonly amount: string;
}

/** A range of fiscal numbers that begins within. */
export interface OpeningSequence {
  readonly id: string;
  readonly next: number;
}

/** What an opening writes, and what is wrong with it. */
export interface ReadOpening {
  readonly rows: OpeningCheck['rows'];
  readonly problems: readonly OpeningProblem[];
  readonly invoices: readonly OpeningInvoice[];
  readonly advances: readonly OpeningAdvance[];
  readonly withholdings: readonly OpeningWithholding[];
  readonly commissions: readonly OpeningCommission[];
  readonly sequences: readonly OpeningSequence[];
  readonly sales: readonly OpeningSale[];
  /** Rate of each currency to that of the company; null for that of the company. */
  readonly rates: ReadonlyMap<string, string | null>;
}

interface Row {
  readonly part: OpeningPart;
  readonly line: number;
  readonly cells: OpeningCells;
}

type Found = ReadonlyMap<string, readonly string[]>;

const tableOf = {
  client: sql`SELECT id, client_code AS code, tax_id FROM clients WHERE archived_at IS NULL AND merged_into_id IS NULL`,
  agency: sql`SELECT id, agency_code AS code, tax_id FROM agencies WHERE archived_at IS NULL AND merged_into_id IS NULL`,
} as const;

/** Accounts by their code or their tax id, whose punctuation does not count. */
const findAccounts = async (
  database: Queryable,
  of: 'client' | 'agency',
  keys: readonly string[],
): Promise<Found> => {
  if (keys.length === 0) return new Map();
  const rows = await database.query<{ key: string; ids: readonly string[] }>(sql`
    WITH accounts AS (${tableOf[of]}), keys AS (SELECT DISTINCT key FROM unnest(${keys}::text[]) key)
    SELECT key, array_agg(DISTINCT id::text) AS ids FROM (
      SELECT k.key, a.id FROM keys k JOIN accounts a ON upper(a.code) = upper(k.key)
      UNION ALL
      SELECT k.key, a.id FROM keys k JOIN accounts a
        ON upper(regexp_replace(a.tax_id, '[^A-Za-z0-9]', '', 'g')) = upper(regexp_replace(k.key, '[^A-Za-z0-9]', '', 'g'))
          AND k.key ~ '[A-Za-z0-9]') found
    GROUP BY key`);
  return new Map(rows.map(({ key, ids }) => [key, ids]));
};

const namedOf = {
  platform: sql`SELECT id, code, name FROM platforms WHERE archived_at IS NULL`,
  seller: sql`SELECT id, email AS code, full_name AS name FROM users`,
  referrer: sql`SELECT id, referred_tax_id AS code, referred_name AS name FROM referrals`,
} as const;

/** Platforms by code or name, sellers by e-mail or name, referrals by the tax id or the name of who was referred. */
const findNamed = async (
  database: Queryable,
  of: keyof typeof namedOf,
  keys: readonly string[],
): Promise<Found> => {
  if (keys.length === 0) return new Map();
  const rows = await database.query<{ key: string; ids: readonly string[] }>(sql`
    WITH named AS (${namedOf[of]})
    SELECT k.key, array_agg(DISTINCT n.id::text) AS ids FROM unnest(${keys}::text[]) AS k (key)
      JOIN named n ON fold(k.key) IN (fold(n.code), fold(n.name))
    GROUP BY k.key`);
  return new Map(rows.map(({ key, ids }) => [key, ids]));
};

interface ContractRow {
  readonly number: string;
  readonly id: string;
  readonly bill_to: string;
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly currency_code: string;
}

const findContracts = (
  database: Queryable,
  companyId: string,
  numbers: readonly string[],
): Promise<ContractRow[]> =>
  numbers.length === 0
    ? Promise.resolve([])
    : database.query<ContractRow>(sql`
      SELECT c.number, c.id, p.bill_to, p.client_id, c.agency_id, c.currency_code
      FROM contracts c CROSS JOIN LATERAL payers_of(c) p
      WHERE c.company_id = ${companyId}::uuid AND c.signed_on IS NOT NULL AND c.number = ANY(${numbers}::text[])`);

interface RangeRow {
  readonly id: string;
  readonly document: string;
  readonly first: number;
  readonly last: number;
  readonly next: number;
  readonly is_used: boolean;
}

const readRanges = (database: Queryable, companyId: string): Promise<RangeRow[]> =>
  database.query<RangeRow>(sql`
    SELECT id, document, first_no AS first, coalesce(voided_from - 1, last_no) AS last, next_no AS next,
      next_no > first_no AS is_used
    FROM fiscal_sequences WHERE company_id = ${companyId}::uuid AND archived_at IS NULL`);

/** The kind of an old fiscal number of the authority; null for a number of another form. */
const documentOf = (number: string): string | null => {
  const document = number.slice(0, 3);
  const isKnown = Object.hasOwn(fiscalDocuments, document);
  return isKnown && /^(B\d{10}|E\d{12})$/.test(number) ? document : null;
};

/** How records are named in problems. */
const lookUps = {
  client: { none: 'el código ni el RNC de ningún cliente', several: 'varias cuentas. Use el código.' },
  agency: { none: 'el código ni el RNC de ninguna agencia', several: 'varias cuentas. Use el código.' },
  platform: { none: 'ninguna plataforma', several: 'varios. Use el código.' },
  seller: { none: 'ningún usuario', several: 'varios. Use el correo.' },
  referrer: { none: 'ningún referido', several: 'varios referidos. Use su identificación fiscal.' },
} as const;

const repeated = (values: readonly string[]): ReadonlySet<string> =>
  new Set(values.filter((value, index) => value !== '' && values.indexOf(value) !== index));

/**
 * Reads the files of an opening and finds what they name, in a few statements. Nothing is written.
 *
 * @param now milliseconds since 1970
 */
export const readOpening = async (
  database: Queryable,
  opening: CheckedOpening,
  now: number,
): Promise<ReadOpening> => {
  const { id, company_id: companyId, opened_on: openedOn } = opening;
  const rows = await database.query<Row>(sql`
    SELECT part, line, cells FROM opening_rows WHERE opening_id = ${id}::uuid ORDER BY part, line`);
  const company = await database.one<{ currency: string; is_open: boolean }>(sql`
    SELECT c.currency_code AS currency, NOT EXISTS (
      SELECT FROM fiscal_periods f
      WHERE f.company_id = c.id AND f.month = date_trunc('month', ${openedOn}::date)::date AND f.status = 'closed') AS is_open
    FROM companies c WHERE c.id = ${companyId}::uuid`);
  if (!company) throw new Error(`there is no company ${companyId}`);
  const problems: OpeningProblem[] = rows.flatMap(({ part, line, cells }) =>
    openingRowProblems(part, line, cells, openedOn),
  );
  const wrongLines = new Set(problems.map(({ part, line }) => `${part} ${line}`));
  const refuse = (row: Row, column: string, message: string): void => {
    const columns: Readonly<Record<string, { readonly header: string }>> = openingParts[row.part].columns;
    problems.push({ part: row.part, line: row.line, header: columns[column]?.header ?? null, message });
  };
  const general = (message: string): void => {
    problems.push({ part: 'invoices', line: null, header: null, message });
  };
  if (rows.length === 0) general('Suba al menos un archivo.');
  if (openedOn > companyDay(now)) general('El día de la apertura no puede ser futuro.');
  if (!company.is_open) general('El mes de la apertura está cerrado. Use otra fecha, o reábralo.');

  const good = rows.filter(({ part, line }) => !wrongLines.has(`${part} ${line}`));
  const of = (part: OpeningPart): Row[] => good.filter((row) => row.part === part);
  const parties = good.filter(({ part }) => part !== 'sequences');
  const beneficiaries = (kind: BeneficiaryKind) =>
    of('commissions').flatMap(({ cells }) =>
      beneficiaryKindOf(cells.kind ?? '') === kind ? (cells.beneficiary ?? []) : [],
    );
  const keysOf = (column: 'client' | 'agency' | 'platform' | 'seller', more: readonly string[] = []) => [
    ...new Set([...parties.flatMap(({ cells }) => cells[column] || []), ...more]),
  ];
  const found = {
    client: await findAccounts(database, 'client', keysOf('client')),
    agency: await findAccounts(database, 'agency', keysOf('agency', beneficiaries('agency'))),
    platform: await findNamed(database, 'platform', keysOf('platform')),
    seller: await findNamed(database, 'seller', keysOf('seller', beneficiaries('seller'))),
    referrer: await findNamed(database, 'referrer', beneficiaries('referrer')),
  };
  /** The record that a cell names; null, with a problem, unless it is exactly one. */
  const lookUp = (row: Row, column: string, of: keyof typeof found): string | null => {
    const key = row.cells[column] ?? '';
    if (key === '') return null;
    const ids = found[of].get(key) ?? [];
    if (ids.length === 0) refuse(row, column, `«${key}» no es ${lookUps[of].none}.`);
    if (ids.length > 1) refuse(row, column, `«${key}» es de ${lookUps[of].several}`);
    return ids.length === 1 ? (ids[0] ?? null) : null;
  };
  const named = (row: Row, column: 'platform' | 'seller') => lookUp(row, column, column);
  const account = (row: Row, column: 'client' | 'agency') => lookUp(row, column, column);
  const exchange = new Map<string, string | null>([[company.currency, null]]);
  for (const { cells } of parties) {
    const currency = (cells.currency ?? '').toUpperCase();
    if (currency === '' || exchange.has(currency) || !Object.hasOwn(currencies, currency)) continue;
    const rate = await database.one<{ rate: string }>(sql`
      SELECT rate::text AS rate FROM exchange_rate_on(${currency}, ${company.currency}, ${openedOn}::date)`);
    if (rate) exchange.set(currency, rate.rate);
  }
  const currencyOf = (row: Row): string => {
    const currency = (row.cells.currency || company.currency).toUpperCase();
    if (!Object.hasOwn(currencies, currency)) refuse(row, 'currency', `«${currency}» no es una moneda.`);
    else if (row.part !== 'sales' && !exchange.has(currency))
      refuse(row, 'currency', `No hay tasa de ${currency} a ${company.currency} para el ${openedOn}.`);
    return currency;
  };

  const ranges = await readRanges(database, companyId);
  const rangeOf = (document: string, no: number) =>
    ranges.find((range) => range.document === document && range.first <= no && no <= range.last);
  const sequenceRows = of('sequences');
  const begun = new Map<string, number>();
  for (const row of sequenceRows) {
    const { document = '', next = '' } = row.cells;
    const range = rangeOf(document.toUpperCase(), Number(next));
    if (!range)
      refuse(
        row,
        'next',
        `Ninguna secuencia ${document} de la compañía tiene el número ${next}. Créela primero.`,
      );
    else if (range.is_used) refuse(row, 'next', 'De esa secuencia ya se emitieron números aquí.');
    else if (begun.has(range.id)) refuse(row, 'next', 'Esa secuencia está dos veces.');
    else begun.set(range.id, Number(next));
  }

  const invoiceRows = of('invoices');
  const numberOf = ({ cells }: Row): string => cells.number ?? '';
  const fiscalOf = ({ cells }: Row): string => (cells.fiscal_number || cells.number || '').toUpperCase();
  const twice = repeated(invoiceRows.map(numberOf));
  const fiscalTwice = repeated(invoiceRows.map(fiscalOf));
  const taken = new Set(
    (
      await database.query<{ number: string }>(sql`
        SELECT fiscal_number AS number FROM invoices
        WHERE company_id = ${companyId}::uuid AND withdrawn_at IS NULL AND fiscal_number = ANY(${invoiceRows.map(fiscalOf)}::text[])
          AND NOT (is_opening AND status = 'voided')`)
    ).map(({ number }) => number),
  );
  const contracts = await findContracts(database, companyId, [
    ...new Set(invoiceRows.flatMap(({ cells }) => cells.contract || [])),
  ]);
  const contractOf = (row: Row, clientId: string | null, billTo: string, currency: string) => {
    const number = row.cells.contract ?? '';
    if (number === '') return null;
    const found = contracts.find(
      (one) =>
        one.number === number &&
        one.client_id === clientId &&
        one.bill_to === billTo &&
        one.currency_code === currency,
    );
    if (!found)
      refuse(
        row,
        'contract',
        `«${number}» no es un contrato firmado de quien paga, en esa compañía y moneda.`,
      );
    return found ?? null;
  };
  const rates = (await readTaxRates(database))
    .filter(({ pct }) => !isZero(pct))
    .toSorted((a, b) => Number(b.is_default) - Number(a.is_default) || Number(b.pct) - Number(a.pct))
    .map(({ pct }) => pct);
  const invoices = invoiceRows.flatMap((row): OpeningInvoice[] => {
    const { cells } = row;
    const before = problems.length;
    const [number, fiscal] = [numberOf(row), fiscalOf(row)];
    if (twice.has(number)) refuse(row, 'number', `«${number}» está dos veces.`);
    if (fiscalTwice.has(fiscal)) refuse(row, 'fiscal_number', `«${fiscal}» está dos veces.`);
    if (taken.has(fiscal)) refuse(row, 'fiscal_number', `«${fiscal}» ya es de otro documento.`);
    const document = documentOf(fiscal);
    const range = document === null ? undefined : rangeOf(document, Number(fiscal.slice(3)));
    if (document !== null && range && Number(fiscal.slice(3)) >= (begun.get(range.id) ?? range.next))
      refuse(
        row,
        'fiscal_number',
        `«${fiscal}» está entre los números que la secuencia ${document} todavía no usó. Indique su próximo número.`,
      );
    const clientId = account(row, 'client');
    const agencyId = account(row, 'agency');
    const currency = currencyOf(row);
    const billTo = (cells.agency ?? '') === '' ? 'client' : 'agency';
    const contract = contractOf(row, clientId, billTo, currency);
    if (contract && billTo === 'agency' && contract.agency_id !== agencyId)
      refuse(row, 'agency', 'El contrato es de otra agencia.');
    const balance = round(cells.balance ?? '0', 2);
    const total = cells.total ? round(cells.total, 2) : balance;
    const parts = splitOpenedInvoice({ total, tax: round(cells.tax || '0', 2), balance }, rates);
    if (parts === null)
      refuse(row, 'tax', 'Es más de lo que da la tasa de ITBIS sobre lo que no es impuesto.');
    if (problems.length > before || clientId === null || parts === null) return [];
    return [
      {
        number,
        fiscal_number: fiscal,
        fiscal_document: document,
        client_id: clientId,
        agency_id: agencyId ?? contract?.agency_id ?? null,
        bill_to: billTo,
        contract_id: contract?.id ?? null,
        issued_on: cells.issued_on ?? '',
        due_on: cells.due_on ?? '',
        currency,
        total,
        balance,
        parts,
      },
    ];
  });

  const advances = of('advances').flatMap((row): OpeningAdvance[] => {
    const before = problems.length;
    const [clientId, agencyId, currency] = [account(row, 'client'), account(row, 'agency'), currencyOf(row)];
    if (problems.length > before) return [];
    return [
      {
        number: row.cells.number ?? '',
        client_id: clientId,
        agency_id: agencyId,
        received_on: row.cells.received_on ?? '',
        currency,
        amount: round(row.cells.amount ?? '0', 2),
      },
    ];
  });
  const withholdings = of('withholdings').flatMap((row): OpeningWithholding[] => {
    const { cells } = row;
    const before = problems.length;
    const [clientId, agencyId, currency] = [account(row, 'client'), account(row, 'agency'), currencyOf(row)];
    const tax = withheldTax(cells.tax ?? '');
    if (problems.length > before || tax === null) return [];
    return [
      {
        number: cells.number ?? '',
        client_id: clientId,
        agency_id: agencyId,
        tax,
        pct: cells.pct || null,
        withheld_on: cells.withheld_on ?? '',
        currency,
        amount: round(cells.amount ?? '0', 2),
        certificate: cells.certificate || null,
      },
    ];
  });
  const commissions = of('commissions').flatMap((row): OpeningCommission[] => {
    const { cells } = row;
    const before = problems.length;
    const kind = beneficiaryKindOf(cells.kind ?? '');
    if (kind === null) return [];
    const beneficiary = lookUp(row, 'beneficiary', kind);
    const currency = currencyOf(row);
    if (problems.length > before || beneficiary === null) return [];
    const amount = round(cells.amount ?? '0', 2);
    const base = round(cells.base || amount, 2);
    return [
      {
        beneficiary_kind: kind,
        agency_id: null,
        seller_id: null,
        referral_id: null,
        [beneficiaryField[kind]]: beneficiary,
        document: (cells.document ?? '').toLocaleUpperCase('es'),
        detail: cells.detail || null,
        earned_on: cells.earned_on ?? '',
        currency,
        base,
        pct: divide(multiply(amount, '100'), base, 4),
        amount,
      },
    ];
  });
  const sales = of('sales').flatMap((row): OpeningSale[] => {
    const before = problems.length;
    const [clientId, platformId, sellerId] = [
      account(row, 'client'),
      named(row, 'platform'),
      named(row, 'seller'),
    ];
    const currency = currencyOf(row);
    if (problems.length > before || clientId === null || platformId === null) return [];
    return [
      {
        month: row.cells.month ?? '',
        client_id: clientId,
        platform_id: platformId,
        seller_id: sellerId,
        currency,
        amount: round(row.cells.amount ?? '0', 2),
      },
    ];
  });
  const count = (part: OpeningPart) => rows.filter((row) => row.part === part).length;
  return {
    rows: Object.fromEntries(openingPartNames.map((part) => [part, count(part)])) as OpeningCheck['rows'],
    problems: [...problems].sort(
      (a, b) =>
        openingPartNames.indexOf(a.part) - openingPartNames.indexOf(b.part) || (a.line ?? 0) - (b.line ?? 0),
    ),
    invoices,
    advances,
    sales,
    withholdings,
    commissions,
    sequences: [...begun].map(([sequence, next]) => ({ id: sequence, next })),
    rates: exchange,
  };
};

/** Problems in one answer. */
const mostProblems = 200;

/** What a read opening amounts to, beside the old aging. */
export const checkOf = (read: ReadOpening, { opened_on, tie_out }: CheckedOpening): OpeningCheck => {
  const totals = openingTotals(
    [
      ...read.invoices.map(({ currency, balance, due_on }) => ({ currency, amount: balance, due_on })),
      ...(['advances', 'withholdings', 'commissions'] as const).flatMap((name) =>
        read[name].map(({ currency, amount }) => ({ currency, amount, of: name })),
      ),
    ],
    opened_on,
  );
  return {
    rows: read.rows,
    problems: read.problems.slice(0, mostProblems),
    problem_count: read.problems.length,
    totals,
    differences: tieOutDifferences(totals, tie_out),
  };
};
