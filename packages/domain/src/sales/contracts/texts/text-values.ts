import { formatCivilDate } from '../../../kinds/date.ts';
import { isEmpty } from '../../../kinds/kind.ts';
import { formatAmount } from '../../../money/currency-amount.ts';
import { paperDecimal, paperLabel, paperRange } from '../../lines/sale-paper.ts';
import { billingPlans } from '../../quotes/billing-plans.ts';
import type { ContractContent } from '../contract-content.ts';
import { contractTypes } from '../contract-types.ts';
import type { TextValues } from './fill-text.ts';

/**
 * What the fields of a text are filled with for a contract, formatted as on paper. A field that the contract leaves empty
 * is filled with a word that says so.
 *
 * @param content what the contract says; without a number it has `por asignar`
 */
export const textValues = ({
  contract,
  parties,
  instalments,
}: Pick<ContractContent, 'contract' | 'parties' | 'instalments'>): TextValues => {
  const currency = String(contract.currency_code);
  const money = (amount: unknown): string =>
    formatAmount({ currency, amount: isEmpty(amount) ? '0.00' : String(amount) });
  const or = (value: unknown, without: string): string => (isEmpty(value) ? without : String(value));
  const days = Number(contract.cancel_notice_days ?? 0);
  const paysAgency = contract.billing_party === 'agency' && parties.agency !== null;
  const payer = (paysAgency ? parties.agency : null) ?? parties.client;
  const signing = (of: readonly string[]): string =>
    or(
      parties.signatories
        .filter((one) => of.includes(String(one.of)))
        .map(({ full_name }) => full_name)
        .join(', '),
      'por elegir',
    );
  return {
    numero: or(contract.number, 'por asignar'),
    nombre: String(contract.name),
    compania: or(parties.company.legal_name, 'no indicada'),
    compania_identificacion: or(parties.company.tax_id, 'no indicada'),
    firmantes_compania: signing(['company']),
    cliente: or(parties.client.legal_name, 'no indicado'),
    cliente_identificacion: or(parties.client.tax_id, 'no indicada'),
    cliente_direccion: or(parties.client.address, 'no indicada'),
    agencia: or(parties.agency?.legal_name, 'ninguna'),
    pagador: or(payer.legal_name, 'no indicado'),
    pagador_identificacion: or(payer.tax_id, 'no indicada'),
    firmantes_pagador: signing(['client', 'agency']),
    marca: or(paperLabel(contract.brand_id), 'ninguna'),
    tipo: contractTypes[contract.contract_type as keyof typeof contractTypes],
    clasificacion: or(paperLabel(contract.ad_classification_id), 'sin clasificación'),
    exclusividad: or(paperLabel(contract.exclusivity_industry_id), 'ninguna'),
    vuelo: or(paperRange(contract.flight), 'por definir'),
    vigencia: or(paperRange(contract.valid), 'por definir'),
    plan_facturacion: billingPlans[contract.billing_plan as keyof typeof billingPlans],
    termino_credito: or(paperLabel(contract.credit_term_id), 'no indicado'),
    cuotas: or(
      instalments
        .map(({ due_on, amount }) => `${formatCivilDate(String(due_on))}, ${money(amount)}`)
        .join('; '),
      'ninguna',
    ),
    neto: money(contract.net),
    base: money(contract.taxable),
    impuesto: money(contract.tax),
    total: money(contract.total),
    aviso: days === 1 ? '1 día' : `${days} días`,
    penalidad: `${paperDecimal(contract.penalty_pct ?? '0')} %`,
  };
};
