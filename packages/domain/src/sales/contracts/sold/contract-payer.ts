import { clients } from '../../../crm/clients/client.ts';
import { defineLines } from '../../../document/document.ts';
import { choice } from '../../../kinds/choice.ts';
import { percent } from '../../../kinds/number.ts';
import { reference } from '../../../kinds/reference.ts';

/** Who pays a part of a contract. */
export const payingParties = {
  client: 'Cliente del contrato',
  agency: 'Agencia del contrato',
  other: 'Otro cliente',
} as const;

/** What a contract and its addenda say of somebody who pays a part of it. */
export const payerFields = () => ({
  party: choice('Quién paga', payingParties, { required: true, initial: 'client' }),
  client_id: reference('Otro cliente', () => clients, {
    required: true,
    when: { field: 'party', is: ['other'] },
  }),
  pct: percent('Parte', { required: true, min: 0.0001 }),
});

/**
 * Who pays which part of a contract that several pay; together 100 % (domain §1.6). Without payers its billing party pays
 * all of it. Each gets invoices of their own.
 */
export const contractPayers = defineLines({
  name: 'contract_payers',
  label: { one: 'Pagador', many: 'Pagadores', gender: 'm' },
  title: 'party',
  search: [],
  fields: payerFields(),
});
