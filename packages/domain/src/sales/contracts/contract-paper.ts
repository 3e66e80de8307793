import { signingCapacities } from '../../crm/signatories/signatory.ts';
import type { Snapshot } from '../../document/document-content.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import type { DateRange } from '../../kinds/date-range.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { isZero } from '../../money/arithmetic.ts';
import { formatAmount } from '../../money/currency-amount.ts';
import type { Values } from '../../resource/resource.ts';
import { addendumKinds } from '../addenda/addendum-kinds.ts';
import {
  type PaperCalendar,
  type PaperFacts,
  type PaperLine,
  type PaperTotal,
  paperCalendars,
  paperDecimal,
  paperLabel,
  paperLine,
  paperRange,
  paperTotals,
  presentFacts,
} from '../lines/sale-paper.ts';
import { billingPlans } from '../quotes/billing-plans.ts';
import type { ContractContent, ContractParties } from './contract-content.ts';
import { contractTypes } from './contract-types.ts';
import type { Clause, ClauseParagraph } from './texts/fill-text.ts';

/** A party of a contract on paper. */
export interface PaperParty {
  /** What it is in the contract: company, client or agency. */
  readonly role: string;
  readonly name: string;
  /** Identification and address. */
  readonly details: readonly string[];
}

/** A person who signs, on paper. */
export interface PaperSignatory {
  readonly name: string;
  readonly capacity: string;
  /** Name of the party for which they sign. */
  readonly party: string;
  readonly identification: string;
}

/** An applied addendum, on paper. */
export interface PaperAddendum {
  readonly number: string;
  /** What it changes, from when, why, and who signed it when. */
  readonly details: readonly string[];
}

/** A clause of the terms, on paper. */
export interface PaperClause {
  /** Its number and title; null for what stands before the first clause. */
  readonly title: string | null;
  readonly paragraphs: readonly ClauseParagraph[];
}

/** A contract, or an addendum to it, as documents show it to its parties: texts only, in order. */
export interface ContractPaper {
  readonly title: string;
  /** `Borrador` before it has one. */
  readonly number: string;
  readonly headings: {
    /** Of the lines. */
    readonly lines: string;
    /** Of the amounts of the lines. */
    readonly net: string;
    readonly instalments: string;
  };
  readonly parties: readonly PaperParty[];
  readonly facts: PaperFacts;
  readonly lines: readonly PaperLine[];
  readonly calendars: readonly PaperCalendar[];
  readonly totals: readonly PaperTotal[];
  /** What is invoiced on which day, before tax. */
  readonly instalments: readonly { readonly day: string; readonly amount: string }[];
  readonly terms: readonly PaperClause[];
  readonly addenda: readonly PaperAddendum[];
  readonly signatories: readonly PaperSignatory[];
}

/** A civil day on paper; null without one. */
export const paperDay = (value: unknown): string | null =>
  isEmpty(value) ? null : formatCivilDate(String(value));

const capacityOf = ({ capacity }: Values): string =>
  signingCapacities[capacity as keyof typeof signingCapacities] ?? '';

/** What an addendum changes, in words. */
export const kindsInWords = (kinds: unknown): string =>
  ((kinds as readonly (keyof typeof addendumKinds)[] | null) ?? [])
    .map((kind) => addendumKinds[kind])
    .join(', ');

const partyOf = (role: string, { legal_name, tax_id, address }: Snapshot): PaperParty => ({
  role,
  name: legal_name ?? '',
  details: [
    ...(isEmpty(tax_id) ? [] : [`Identificación: ${tax_id}`]),
    ...(isEmpty(address) ? [] : [String(address)]),
  ],
});

/** The parties on paper. */
export const paperParties = ({ company, client, agency }: ContractParties): readonly PaperParty[] => [
  partyOf('Compañía', company),
  partyOf('Cliente', client),
  ...(agency === null ? [] : [partyOf('Agencia', agency)]),
];

/** Who signs, on paper. */
export const paperSignatories = (parties: ContractParties): readonly PaperSignatory[] =>
  parties.signatories.map((one) => ({
    name: one.full_name ?? '',
    capacity: capacityOf(one),
    party: parties[one.of as 'company' | 'client' | 'agency']?.legal_name ?? '',
    identification: isEmpty(one.national_id) ? '' : `Identificación: ${one.national_id}`,
  }));

const addendumOf = ({
  number,
  kinds,
  reason,
  effective_on,
  signed_on,
  signatories,
  signatures,
}: Values): PaperAddendum => ({
  number: String(number),
  details: [
    kindsInWords(kinds),
    `Efectiva desde el ${paperDay(effective_on) ?? ''}; firmada el ${paperDay(signed_on) ?? ''}`,
    ...(isEmpty(reason) ? [] : [`Motivo: ${String(reason)}`]),
    ...(((signatures ?? signatories) as readonly Values[] | null | undefined) ?? []).map(
      (one) => `Firma: ${String(one.full_name)} (${capacityOf(one).toLocaleLowerCase('es')})`,
    ),
  ],
});

/**
 * The terms as they are printed: clauses are numbered in their order.
 *
 * @example numberedClauses(content.terms?.clauses ?? []).map(({ title }) => title) // ['1. Objeto', '2. Pago']
 */
export const numberedClauses = (clauses: readonly Clause[]): readonly PaperClause[] => {
  const titled = clauses.filter(({ title }) => title !== null);
  return clauses.map((clause) => ({
    title: clause.title === null ? null : `${titled.indexOf(clause) + 1}. ${clause.title}`,
    paragraphs: clause.paragraphs,
  }));
};

/** Notice and penalty of a cancellation, in words; null if neither is agreed. */
const cancellation = ({ cancel_notice_days: days, penalty_pct: penalty }: Values): string | null => {
  const parts = [
    ...(isEmpty(days) ? [] : [`aviso de ${String(days)} ${days === 1 ? 'día' : 'días'}`]),
    ...(isEmpty(penalty) || isZero(String(penalty)) ? [] : [`penalidad de ${paperDecimal(penalty)} %`]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
};

/** When evidence that nobody answers is accepted, in words; null if the contract does not say. */
const silence = ({ evidence_silence_days: days }: Values): string | null => {
  if (isEmpty(days)) return null;
  return Number(days) === 0
    ? 'solo se aceptan con una respuesta'
    : `se aceptan ${days === 1 ? 'al día siguiente' : `a los ${String(days)} días`} de enviarse`;
};

/** The days of all lines together. */
export const flightOfLines = (lines: readonly Values[]): DateRange => {
  const flights = lines.map(({ flight }) => flight as DateRange);
  return {
    from: flights.flatMap(({ from }) => from ?? []).sort()[0] ?? null,
    to:
      flights
        .flatMap(({ to }) => to ?? [])
        .sort()
        .at(-1) ?? null,
  };
};

const codeOf = (value: unknown): string | null =>
  isEmpty(value) ? null : (value as { readonly code: string | null }).code;

/** Who is invoiced: the billing party, or each payer with their part. */
export const payersInWords = ({
  contract,
  parties,
  payers = [],
}: Pick<ContractContent, 'contract' | 'parties' | 'payers'>): string | null => {
  const names = { client: parties.client.legal_name, agency: parties.agency?.legal_name };
  if (payers.length === 0) return names[String(contract.billing_party) as keyof typeof names] ?? null;
  return payers
    .map(({ party, client_id, pct }) => {
      const name = party === 'other' ? paperLabel(client_id) : names[String(party) as keyof typeof names];
      return `${name ?? ''} (${paperDecimal(pct)} %)`;
    })
    .join(', ');
};

const factsOf = (content: ContractContent): PaperFacts => {
  const { contract, addenda = [] } = content;
  const flight = paperRange(contract.flight);
  // The signed flight may be longer than its lines; after an addendum the lines say what is left of it.
  const inForce = addenda.length === 0 ? flight : paperRange(flightOfLines(content.lines));
  return presentFacts([
    ['Contrato', isEmpty(contract.number) ? null : String(contract.number)],
    ['Firmado el', paperDay(contract.signed_on)],
    ['Tipo', contractTypes[contract.contract_type as keyof typeof contractTypes] ?? null],
    ['Clasificación', paperLabel(contract.ad_classification_id)],
    ['Marca', paperLabel(contract.brand_id)],
    ['Presupuesto', codeOf(contract.quote_id)],
    ['Vuelo', flight],
    ['Vuelo en vigor', flight === inForce ? null : inForce],
    ['Vigencia', paperRange(contract.valid)],
    ['Exclusividad', paperLabel(contract.exclusivity_industry_id)],
    ['Consumo', paperLabel(contract.consumption_type_id)],
    ['Plan de facturación', billingPlans[contract.billing_plan as keyof typeof billingPlans] ?? null],
    ['Se factura a', payersInWords(content)],
    ['Término de crédito', paperLabel(contract.credit_term_id)],
    ['Para cancelar', cancellation(contract)],
    ['Evidencias sin respuesta', silence(contract)],
  ]);
};

/** A contract as its parties read it, from the content of a version or of a draft. */
export const contractPaper = (content: ContractContent): ContractPaper => {
  const { contract, parties, lines, instalments, terms, addenda = [] } = content;
  const currency = String(contract.currency_code);
  return {
    title: String(contract.name),
    number: isEmpty(contract.number) ? 'Borrador' : String(contract.number),
    headings: {
      lines: addenda.length > 0 ? 'Renglones en vigor' : 'Renglones',
      net: 'Neto',
      instalments: 'Cuotas, sin impuesto',
    },
    parties: paperParties(parties),
    facts: factsOf(content),
    lines: lines.map((line) => paperLine(line, currency)),
    calendars: paperCalendars(flightOfLines(lines), lines),
    totals: paperTotals(contract, lines, parties.agency !== null),
    instalments: instalments.map(({ due_on, amount }) => ({
      day: paperDay(due_on) ?? '',
      amount: formatAmount({ amount: String(amount), currency }),
    })),
    terms: numberedClauses(terms?.clauses ?? []),
    addenda: addenda.map(addendumOf),
    signatories: paperSignatories(parties),
  };
};
