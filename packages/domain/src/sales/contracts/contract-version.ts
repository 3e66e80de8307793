import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { defineResource } from '../../resource/resource.ts';
import { contracts } from './contract.ts';
import { writtenBySigning } from './permissions.ts';

/**
 * The content of a contract at each signature: version 0 is the signed contract. Append-only; each row contains the
 * SHA-256 of its canonical JSON (RFC 8785) together with the hash of the version before it, and the database checks it.
 */
export const contractVersions = defineResource({
  name: 'contract_versions',
  screen: 'ventas/contratos/versiones',
  label: { one: 'Versión de contrato', many: 'Versiones de contratos', gender: 'f' },
  fields: {
    label: text('Versión', { max: 80, required: true, readOnly: true }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    version: integer('Número de versión', { min: 0, required: true, readOnly: true, aggregate: null }),
    hash: text('Huella (SHA-256)', { max: 64, required: true, readOnly: true, width: 'full' }),
    prev_hash: text('Huella de la versión anterior', { max: 64, readOnly: true, width: 'full' }),
  },
  title: 'label',
  search: ['label', 'hash'],
  searchable: false,
  order: '-created_at',
  columns: ['label', 'contract_id', 'version', 'hash', 'created_at'],
  filters: ['contract_id', 'version', 'created_at'],
  operations: [],
  keepsReferences: true,
  partOf: ['contract_id'],
  permissions: writtenBySigning,
});
