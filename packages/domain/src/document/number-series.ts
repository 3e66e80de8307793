import type { Numbering } from './numbering.ts';

/** Numbers of one kind of document, whose pattern is the setting `numbering.<series>`. */
export interface NumberSeries extends Pick<Numbering, 'per' | 'gapless'> {
  /** Display name of the numbered documents, in the plural. */
  readonly label: string;
  /** The default pattern. */
  readonly initial: string;
  /** The series that this one is a variant of: no two of their numbers may be equal. */
  readonly kindOf?: string;
  /** Name of its counter from before patterns were configurable. */
  readonly counter?: string;
}

const ofCompany = (
  label: string,
  initial: string,
  gapless: boolean,
  more: Partial<NumberSeries> = {},
): NumberSeries => ({ label, initial, per: ['company', 'year'], gapless, ...more });

const folio = (label: string, counter: string): NumberSeries => ({
  label,
  initial: `${counter}-{year}-{number:6}`,
  per: ['year'],
  gapless: true,
  counter,
});

/**
 * Every number series (domain §6.35). Series of a company are counted per company, because each company keeps its own
 * books; where the pattern contains the year, each year has its own count.
 */
export const numberSeries: Readonly<Record<string, NumberSeries>> = {
  opportunity: { label: 'Oportunidades', initial: 'OP-{year}-{number:5}', per: ['year'], gapless: false },
  quote: ofCompany('Presupuestos', 'PR-{year}-{number:5}', false),
  hold: { label: 'Reservas', initial: 'RS-{year}-{number:5}', per: ['year'], gapless: false },
  contract: ofCompany('Contratos', 'CT-{year}-{number:5}', true),
  addendum: ofCompany('Adendas', '{contract}-A{number:2}', true, { per: ['company', 'contract', 'year'] }),
  work_order: ofCompany('Órdenes de trabajo', 'OT-{year}-{number:5}', false),
  evidence: ofCompany('Reportes de evidencias', 'EV-{year}-{number:5}', false),
  certificate: ofCompany('Certificados de pauta', 'CP-{year}-{number:5}', false),
  invoice: ofCompany('Facturas', 'FA-{year}-{number:6}', true, { per: ['company', 'kind', 'year'] }),
  credit_note: ofCompany('Notas de crédito', 'NC-{year}-{number:6}', true, { kindOf: 'invoice' }),
  debit_note: ofCompany('Notas de débito', 'ND-{year}-{number:6}', true, { kindOf: 'invoice' }),
  receipt: ofCompany('Recibos de cobro', 'RC-{year}-{number:6}', true),
  billing_run: ofCompany('Corridas de facturación', 'CF-{year}-{number:5}', false),
  settlement: ofCompany('Liquidaciones de comisión', 'LC-{year}-{number:5}', true),
  registration: folio('Registros de clientes', 'REG'),
  authorisation: folio('Cartas de autorización', 'CAR'),
  transfer: folio('Transferencias', 'TRA'),
  credit_proposal: folio('Propuestas de crédito', 'CRE'),
};

/** Key of the setting with the pattern of a series. */
export const patternKey = (series: string): string => `numbering.${series}`;
