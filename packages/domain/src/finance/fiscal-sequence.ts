import { companies } from '../catalogues/organization.ts';
import { choice } from '../kinds/choice.ts';
import { date } from '../kinds/date.ts';
import { integer } from '../kinds/number.ts';
import { reference } from '../kinds/reference.ts';
import { text } from '../kinds/text.ts';
import type { Guard } from '../resource/command.ts';
import { defineResource, type Rule } from '../resource/resource.ts';
import { formatCount } from '../text/locale.ts';
import { financePermissions } from './finance-permissions.ts';
import { type FiscalDocument, fiscalDocuments, lastNumberOf } from './fiscal-documents.ts';
import { reasons } from './reason.ts';

/** The next number may be one above the last, so this stays below the largest 32-bit number. */
const largest = 2_000_000_000;

const inOrder: Rule = ({ first_no, last_no }) =>
  Number(first_no) > Number(last_no)
    ? { last_no: ['El último número debe ser igual o mayor que el primero.'] }
    : null;

const fits: Rule = ({ document, last_no }) => {
  if (typeof document !== 'string') return null;
  const most = lastNumberOf(document as FiscalDocument);
  return Number(last_no) > most
    ? { last_no: [`Un comprobante ${document} llega como máximo al número ${formatCount(most)}.`] }
    : null;
};

/** Numbers that are voided in one message, so that the report of voided documents names each. */
export const mostVoided = 10_000;

const isElectronic: Guard = {
  needs: ['document'],
  why: ({ document }) =>
    String(document).startsWith('E')
      ? null
      : { text: 'Solo se anulan así los números de comprobantes electrónicos (serie E).' },
};

const someLeft: Guard = {
  needs: ['remaining'],
  why: ({ remaining }) => (Number(remaining) > 0 ? null : { text: 'No le quedan números sin usar.' }),
};

/**
 * A range of fiscal numbers that the tax authority has authorised for a company. Numbers are taken in order, by the API
 * alone; ranges of one company and kind of document never share a number.
 */
export const fiscalSequences = defineResource({
  name: 'fiscal_sequences',
  screen: 'gestion/configuracion/secuencias-fiscales',
  label: { one: 'Secuencia fiscal', many: 'Secuencias fiscales', gender: 'f' },
  fields: {
    company_id: reference('Compañía', () => companies, { required: true }),
    document: choice('Comprobante', fiscalDocuments, { required: true }),
    first_no: integer('Desde', { min: 1, max: largest, required: true, aggregate: null, sortable: false }),
    last_no: integer('Hasta', { min: 1, max: largest, required: true, aggregate: null, sortable: false }),
    next_no: integer('Próximo número', {
      required: true,
      readOnly: true,
      derived: true,
      aggregate: null,
      sortable: false,
    }),
    remaining: integer('Quedan', { required: true, readOnly: true, derived: true, aggregate: null }),
    voided_from: integer('Anulados desde', {
      readOnly: true,
      aggregate: null,
      sortable: false,
      hint: 'Desde este número hasta el último se anularon sin usarse.',
    }),
    expires_on: date('Vence', { hint: 'Último día en que se puede usar. Vacío: no vence.' }),
    authorization_no: text('Autorización', { max: 60, hint: 'El número con que se autorizó el rango.' }),
    name: text('Secuencia', { max: 60, required: true, readOnly: true, derived: true, sortable: true }),
  },
  title: 'name',
  likeness: { by: {} },
  search: ['name'],
  order: 'name',
  columns: ['name', 'document', 'company_id', 'next_no', 'remaining', 'expires_on'],
  filters: ['company_id', 'document', 'remaining', 'expires_on'],
  sections: [
    {
      label: 'Secuencia',
      fields: [
        'company_id',
        'document',
        'first_no',
        'last_no',
        'voided_from',
        'expires_on',
        'authorization_no',
      ],
    },
  ],
  permissions: { ...financePermissions, viewAll: 'fiscal_sequences.view_all' },
  rules: [inOrder, fits],
  commands: {
    void_numbers: {
      label: 'Anular números',
      done: 'Números anulados',
      permission: 'finance.manage',
      single: true,
      rare: true,
      tone: 'danger',
      guards: [isElectronic, someLeft],
      fields: {
        from_no: integer('Desde', {
          min: 1,
          max: largest,
          aggregate: null,
          hint: 'Vacío: el próximo número.',
        }),
        to_no: integer('Hasta', {
          min: 1,
          max: largest,
          aggregate: null,
          hint: 'Vacío: todos los que quedan. Con otro número, los de después siguen en una secuencia aparte.',
        }),
        reason_id: reference('Motivo', () => reasons, { required: true, only: { kind: 'void' } }),
      },
      explanation:
        'Los números sin usar dejan de emitirse, y la anulación se firma y se envía a la administración tributaria.',
      undo: { never: 'Un número anulado no se usa otra vez.' },
    },
  },
});
