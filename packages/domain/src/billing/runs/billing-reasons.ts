import { agencies } from '../../crm/agencies/agency.ts';
import { clients } from '../../crm/clients/client.ts';
import { exchangeRates } from '../../finance/exchange-rate.ts';
import { type FiscalDocument, fiscalDocuments } from '../../finance/fiscal-documents.ts';
import { fiscalPeriods } from '../../finance/fiscal-period.ts';
import { fiscalSequences } from '../../finance/fiscal-sequence.ts';
import { ecfIssuers } from '../../fiscal/do/ecf-issuer.ts';
import { formatCivilDate } from '../../kinds/date.ts';
import type { Reason } from '../../resource/command.ts';

/**
 * A reason that concerns the billing of a contract or the issue of an invoice. `draft`: no draft is prepared; `issue`: a
 * draft can be prepared but not issued; `nothing`: it is only to be known.
 */
export interface BillingReason extends Reason {
  readonly code: string;
  readonly blocks: 'draft' | 'issue' | 'nothing';
  /** Who can resolve it, as the name of a role or an area. */
  readonly who: string;
}

const companies = { label: 'Compañías', path: '/gestion/catalogos/companias' };
const sequences = { label: 'Secuencias fiscales', path: `/${fiscalSequences.screen}` };
const periods = { label: 'Periodos fiscales', path: `/${fiscalPeriods.screen}` };
const rates = { label: 'Tasas de cambio', path: `/${exchangeRates.screen}` };

/** The company has no tax id, so it issues no fiscal document. */
export const companyWithoutTaxId = (company: string): BillingReason => ({
  code: 'company_without_tax_id',
  blocks: 'draft',
  text: `Complete la identificación fiscal de ${company}: sin ella no emite comprobantes.`,
  who: 'Administrador',
  fix: companies,
});

/** The month of a day is closed in the books of the company. */
export const periodClosed = (day: string): BillingReason => ({
  code: 'period_closed',
  blocks: 'issue',
  text: `El periodo fiscal del ${formatCivilDate(day)} está cerrado. Use otra fecha, o reábralo.`,
  who: 'Finanzas',
  fix: periods,
});

/** No exchange rate applies on the day. */
export const rateMissing = (from: string, to: string, day: string): BillingReason => ({
  code: 'exchange_rate_missing',
  blocks: 'issue',
  text: `Falta la tasa de cambio de ${from} a ${to} del ${formatCivilDate(day)}. Regístrela.`,
  who: 'Finanzas',
  fix: rates,
});

/** A range of fiscal numbers. */
export interface NumberRange {
  readonly next: number;
  readonly last: number;
  /** Its last day; null without one. */
  readonly expires: string | null;
}

/** The first range that has numbers left and is valid on a day, `YYYY-MM-DD`. */
export const usableRange = <R extends NumberRange>(ranges: readonly R[], needed: string): R | undefined =>
  ranges.find(({ next, last, expires }) => next <= last && (expires === null || expires >= needed));

/**
 * Why no range has a number for a fiscal document on a day; null if one has.
 *
 * @param ranges those of the company and the document, by their first number
 */
export const numberReason = (
  document: FiscalDocument,
  ranges: readonly NumberRange[],
  needed: string,
): BillingReason | null => {
  if (usableRange(ranges, needed)) return null;
  const name = `«${fiscalDocuments[document]}»`;
  const reason = (code: string, text: string): BillingReason => ({
    code,
    blocks: 'issue',
    text,
    who: 'Finanzas',
    fix: sequences,
  });
  const expired = ranges.filter(({ next, last }) => next <= last).at(-1);
  if (expired?.expires)
    return reason(
      'fiscal_sequence_expired',
      `La secuencia de ${name} venció el ${formatCivilDate(expired.expires)}. Registre otra que valga el ${formatCivilDate(needed)}.`,
    );
  return ranges.length > 0
    ? reason(
        'fiscal_sequence_exhausted',
        `Ya se usaron todos los números de ${name}. Registre otra secuencia.`,
      )
    : reason('fiscal_sequence_missing', `La compañía no tiene una secuencia de ${name}. Registre una.`);
};

/** The company as issuer of electronic documents on a day. */
export interface IssuerState {
  readonly id: string;
  readonly name: string;
  readonly starts_on: string;
  /** Last day of its certificate; null without one. */
  readonly valid_to: string | null;
  readonly today: string;
  readonly has_rnc: boolean;
  readonly has_address: boolean;
}

/** Why a company that issues electronic documents cannot issue any; null if it can. */
export const issuerReason = ({
  id,
  name,
  starts_on,
  valid_to,
  today,
  has_rnc,
  has_address,
}: IssuerState): BillingReason | null => {
  const reason = (code: string, text: string, fix: BillingReason['fix']): BillingReason => ({
    code,
    blocks: 'issue',
    text,
    who: 'Administrador',
    ...(fix && { fix }),
  });
  const issuer = { label: ecfIssuers.label.many, path: `/${ecfIssuers.screen}/${id}` };
  if (valid_to === null)
    return reason(
      'ecf_certificate_missing',
      `${name} emite comprobantes electrónicos desde el ${formatCivilDate(starts_on)} y no tiene certificado. Cárguelo; mientras tanto solo se preparan borradores.`,
      issuer,
    );
  if (valid_to < today)
    return reason(
      'ecf_certificate_expired',
      `El certificado de ${name} venció el ${formatCivilDate(valid_to)}. Cargue el nuevo; mientras tanto solo se preparan borradores.`,
      issuer,
    );
  if (!has_rnc)
    return reason(
      'ecf_without_rnc',
      `Complete el RNC de ${name}: sus comprobantes electrónicos lo llevan.`,
      companies,
    );
  return has_address
    ? null
    : reason(
        'ecf_without_address',
        `Complete la dirección de ${name}: sus comprobantes electrónicos la llevan.`,
        companies,
      );
};

/** The payer has no tax id, and the document needs it. */
export const payerWithoutTaxId = (
  payer: string,
  account: { readonly of: 'client' | 'agency'; readonly id: string },
): BillingReason => ({
  code: 'payer_without_tax_id',
  blocks: 'issue',
  text: `Complete la identificación fiscal de ${payer}: este comprobante la lleva.`,
  who: 'Facturación',
  fix: {
    label: payer,
    path: `/${(account.of === 'agency' ? agencies : clients).screen}/${account.id}`,
  },
});

/** What of a contract concerns its invoice besides what the tax authority asks for. */
export interface ContractFacts {
  readonly id: string;
  /** Net that is delivered but lacks accepted evidence, with its currency; null if nothing does. */
  readonly unproved: string | null;
  /** Something is due besides what lacks evidence. */
  readonly is_due: boolean;
  readonly po_number: string | null;
  readonly credit_status: string;
  readonly is_suspended: boolean;
}

const credits: Readonly<Record<string, string>> = {
  on_hold: 'El crédito de quien paga está retenido: confirme con Cobros antes de facturar.',
  blocked: 'El crédito de quien paga está bloqueado: confirme con Cobros antes de facturar.',
};

/** What is to be known of a contract before it is billed, and what of it waits for evidence. */
export const contractReasons = ({
  id,
  unproved,
  is_due,
  po_number,
  credit_status,
  is_suspended,
}: ContractFacts): readonly BillingReason[] => {
  const contract = `/ventas/contratos/${id}`;
  const credit = credits[credit_status];
  return [
    ...(unproved === null
      ? []
      : [
          {
            code: 'evidence_missing',
            blocks: is_due ? ('nothing' as const) : ('draft' as const),
            text: `Falta la evidencia aceptada de ${unproved}: eso todavía no se factura.`,
            who: 'Postventa',
            fix: {
              label: 'Reportes de evidencias',
              path: `/postventa/reportes-evidencias?f.contract_id=${id}`,
            },
          },
        ]),
    ...(po_number === null
      ? [
          {
            code: 'without_po',
            blocks: 'nothing' as const,
            text: 'Sin orden de compra: si el cliente la exige, pídala y escríbala en el borrador.',
            who: 'Ventas',
            fix: { label: 'Contrato', path: contract },
          },
        ]
      : []),
    ...(credit === undefined
      ? []
      : [
          {
            code: `credit_${credit_status}`,
            blocks: 'nothing' as const,
            text: credit,
            who: 'Cobros',
            fix: { label: 'Cartera', path: '/facturacion/facturacion-cobros' },
          },
        ]),
    ...(is_suspended
      ? [
          {
            code: 'contract_suspended',
            blocks: 'nothing' as const,
            text: 'El contrato está suspendido: se factura solo lo que ya se debe.',
            who: 'Ventas',
            fix: { label: 'Contrato', path: contract },
          },
        ]
      : []),
  ];
};
