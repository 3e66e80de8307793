import { fileTypes } from '../../../catalogues/organization.ts';
import { date } from '../../../kinds/date.ts';
import { file } from '../../../kinds/file.ts';
import { reference } from '../../../kinds/reference.ts';
import { text } from '../../../kinds/text.ts';
import { defineResource, type Resource } from '../../../resource/resource.ts';
import { contracts } from '../contract.ts';
import { contractViewing } from '../permissions.ts';

/** A document that a contract needs, such as an order of purchase or a permit: it meets the requirements of its type. */
export const contractFiles: Resource = defineResource({
  name: 'contract_files',
  screen: 'ventas/contratos/documentos',
  label: { one: 'Documento de contrato', many: 'Documentos de contratos', gender: 'm' },
  fields: {
    contract_id: reference('Contrato', () => contracts, { required: true }),
    file_type_id: reference('Tipo', () => fileTypes, { required: true, only: { use: 'document' } }),
    name: text('Descripción', {
      max: 120,
      required: true,
      sortable: true,
      width: 'wide',
      placeholder: 'Permiso 2026-114',
    }),
    document: file('Archivo', { required: true, maxBytes: 20 * 1024 * 1024 }),
    valid_until: date('Vence el', { sortable: true, hint: 'Su último día. Vacío: no vence.' }),
  },
  title: 'name',
  search: ['name'],
  columns: ['name', 'contract_id', 'file_type_id', 'document', 'valid_until', 'created_at'],
  brief: ['file_type_id', 'valid_until'],
  filters: ['file_type_id', 'contract_id', 'valid_until', 'created_at'],
  likeness: { by: {} },
  partOf: ['contract_id'],
  permissions: {
    ...contractViewing,
    create: 'contracts.create',
    updateAll: 'contracts.update_all',
    updateOwn: 'contracts.update_own',
    archive: 'contracts.create',
  },
});
