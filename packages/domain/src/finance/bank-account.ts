import { glAccounts } from '../catalogues/finance.ts';
import { companies } from '../catalogues/organization.ts';
import { choice } from '../kinds/choice.ts';
import { reference } from '../kinds/reference.ts';
import { longText, text } from '../kinds/text.ts';
import { yesNo } from '../kinds/yes-no.ts';
import { currencies } from '../money/currencies.ts';
import { defineResource } from '../resource/resource.ts';
import { financePermissions } from './finance-permissions.ts';

/** Bank accounts of the own companies, into which clients pay. */
export const bankAccounts = defineResource({
  name: 'bank_accounts',
  screen: 'gestion/configuracion/cuentas-bancarias',
  label: { one: 'Cuenta bancaria', many: 'Cuentas bancarias', gender: 'f' },
  fields: {
    company_id: reference('Compañía', () => companies, { required: true }),
    bank: text('Banco', { max: 80, required: true, sortable: true, width: 'medium' }),
    account_no: text('Número', {
      max: 34,
      required: true,
      pattern: /^[A-Z0-9 -]+$/i,
      patternMessage: 'Use solo letras, números, espacios y guiones.',
    }),
    kind: choice(
      'Tipo',
      { checking: 'Corriente', savings: 'Ahorros' },
      { required: true, initial: 'checking', width: 'short' },
    ),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
    gl_account_id: reference('Cuenta contable', () => glAccounts, {
      only: { is_postable: 'true' },
      hint: 'La que recibe los asientos de sus cobros.',
    }),
    is_active: yesNo('Activa', { initial: true, hint: 'Una inactiva no se ofrece en cobros nuevos.' }),
    notes: longText('Notas', { max: 500 }),
    name: text('Cuenta', { max: 130, required: true, readOnly: true, derived: true }),
  },
  title: 'name',
  keys: ['account_no'],
  likeness: { by: {} },
  search: ['name'],
  order: 'bank',
  columns: ['bank', 'account_no', 'kind', 'currency_code', 'company_id', 'gl_account_id', 'is_active'],
  filters: ['company_id', 'kind', 'currency_code', 'is_active'],
  sections: [
    {
      label: 'Cuenta',
      fields: [
        'company_id',
        'bank',
        'account_no',
        'kind',
        'currency_code',
        'gl_account_id',
        'is_active',
        'notes',
      ],
    },
  ],
  permissions: { ...financePermissions, viewAll: 'bank_accounts.view_all' },
});
