import { industries } from '../../../catalogues/crm.ts';
import { adClassifications } from '../../../catalogues/inventory.ts';
import { fileTypes } from '../../../catalogues/organization.ts';
import { billingParties } from '../../../crm/clients/account-choices.ts';
import { choice, choices } from '../../../kinds/choice.ts';
import { money } from '../../../kinds/number.ts';
import { reference } from '../../../kinds/reference.ts';
import { text } from '../../../kinds/text.ts';
import { yesNo } from '../../../kinds/yes-no.ts';
import { currencies } from '../../../money/currencies.ts';
import { defineResource, type Resource } from '../../../resource/resource.ts';
import { contractTypes } from '../contract-types.ts';

/** What a missing document prevents. */
export const documentBlocks = {
  submit: ['Enviar a firma', 'danger'],
  sign: ['Firmar', 'warning'],
  nothing: ['Nada: solo avisa', 'info'],
} as const;

/** A document that contracts need, and which ones: those that meet every condition that is given (domain §1.4). */
export const documentRequirements: Resource = defineResource({
  name: 'document_requirements',
  screen: 'ventas/contratos/requisitos',
  label: { one: 'Documento requerido', many: 'Documentos requeridos', gender: 'm' },
  fields: {
    name: text('Documento', {
      max: 120,
      required: true,
      sortable: true,
      width: 'wide',
      placeholder: 'Permiso sanitario de publicidad',
      hint: 'Como lo lee quien lo debe adjuntar.',
    }),
    file_type_id: reference('Tipo de archivo', () => fileTypes, {
      required: true,
      only: { use: 'document' },
      hint: 'Lo cumple un archivo de este tipo que no esté vencido.',
    }),
    blocks: choice('Sin él no se puede', documentBlocks, {
      required: true,
      initial: 'submit',
      sortable: true,
    }),
    billing_party: choice('Se factura a', billingParties, { hint: 'Vacío: a quien sea.', width: 'short' }),
    contract_types: choices('Tipos de contrato', contractTypes, { hint: 'Ninguno: todos.' }),
    ad_classification_id: reference('Clasificación', () => adClassifications),
    industry_id: reference('Industria', () => industries, { hint: 'La del cliente, o una que la contiene.' }),
    is_regulated: yesNo('Solo industrias reguladas'),
    from_total: money('Desde un total de', {
      currency: 'currency_code',
      hint: 'Con impuesto, de contratos en esa moneda. Vacío: de cualquier monto.',
    }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      initial: 'DOP',
      width: 'short',
      setting: { initial: 'currency_default' },
    }),
  },
  title: 'name',
  search: ['name'],
  columns: ['name', 'file_type_id', 'blocks', 'contract_types', 'industry_id', 'from_total'],
  brief: ['file_type_id', 'blocks'],
  filters: [
    'blocks',
    'file_type_id',
    'industry_id',
    'ad_classification_id',
    'contract_types',
    'billing_party',
  ],
  sections: [
    { label: 'Documento', fields: ['name', 'file_type_id', 'blocks'] },
    {
      label: 'Qué contratos',
      fields: [
        'billing_party',
        'contract_types',
        'ad_classification_id',
        'industry_id',
        'is_regulated',
        'from_total',
        'currency_code',
      ],
    },
  ],
  likeness: { by: {} },
  permissions: {
    viewAll: null,
    create: 'contracts.configure',
    updateAll: 'contracts.configure',
    archive: 'contracts.configure',
  },
});
