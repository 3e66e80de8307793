import { brands } from '../../catalogues/crm.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { file } from '../../kinds/file.ts';
import { percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource } from '../../resource/resource.ts';
import { agencies } from '../agencies/agency.ts';
import { clients } from '../clients/client.ts';

/**
 * An authorisation letter by which a client lets an agency book on its behalf: no booking without a valid one (domain
 * §1.2).
 */
export const clientAgencies = defineResource({
  name: 'client_agencies',
  screen: 'crm/agencias/cartas',
  label: { one: 'Carta de autorización', many: 'Cartas de autorización', gender: 'f' },
  fields: {
    folio: text('Folio', { max: 40, required: true, readOnly: true, sortable: true, width: 'short' }),
    client_id: reference('Cliente', () => clients, { required: true }),
    agency_id: reference('Agencia', () => agencies, { required: true }),
    brand_id: reference('Marca', () => brands, {
      filter: { client_id: 'client_id' },
      hint: 'Sin marca, la carta vale para todas las del cliente.',
    }),
    authorization_letter: file('Carta firmada', { required: true }),
    valid: dateRange('Vigencia', { required: true, expiry: 'ends_on', hint: 'Según dice la carta.' }),
    services: choices('Servicios', {
      planning: 'Planificación',
      buying: 'Compra',
      creative: 'Creatividad',
      digital: 'Digital',
    }),
    commission_pct_override: percent('Comisión para este cliente', {
      max: 30,
      writePermission: 'commissions.edit_rate',
      aggregate: 'average',
      hint: 'Solo si es distinta de la comisión de la agencia.',
    }),
    is_default: yesNo('Habitual', {
      hint: 'La agencia que se propone para este cliente y marca: solo una a la vez.',
    }),
    status: choice(
      'Estado',
      { granted: ['Otorgada', 'success'], revoked: ['Revocada', 'danger'] },
      { required: true, readOnly: true, width: 'short' },
    ),
    revoked_on: date('Revocada desde', {
      readOnly: true,
      sortable: false,
      when: { field: 'status', is: ['revoked'] },
    }),
    revocation_reason: longText('Motivo de la revocación', {
      readOnly: true,
      when: { field: 'status', is: ['revoked'] },
    }),
    ends_on: date('Último día', { readOnly: true }),
    notes: longText('Notas'),
  },
  title: 'folio',
  search: ['folio'],
  columns: [
    'folio',
    'client_id',
    'agency_id',
    'brand_id',
    'valid',
    'services',
    'commission_pct_override',
    'is_default',
    'status',
  ],
  filters: ['client_id', 'agency_id', 'brand_id', 'valid', 'ends_on', 'services', 'is_default', 'status'],
  sections: [
    { label: 'Partes', fields: ['client_id', 'brand_id', 'agency_id'] },
    { label: 'Carta', fields: ['authorization_letter', 'valid', 'services'] },
    { label: 'Condiciones', fields: ['commission_pct_override', 'is_default', 'notes'] },
  ],
  partOf: ['client_id', 'agency_id'],
  // Without `import`: an imported row has no signed letter attached.
  permissions: {
    viewAll: 'client_agencies.view_all',
    viewTeam: 'client_agencies.view_team',
    viewOwn: 'client_agencies.view_own',
    create: 'client_agencies.create',
    updateAll: 'client_agencies.update_all',
    updateOwn: 'client_agencies.update_own',
    archive: 'client_agencies.delete',
    export: 'client_agencies.export',
  },
  state: 'status',
  commands: {
    revoke: {
      label: 'Revocar',
      done: 'Carta revocada',
      from: ['granted'],
      to: 'revoked',
      permission: 'client_agencies.revoke',
      tone: 'danger',
      explanation:
        'Desde ese día la agencia no podrá reservar para el cliente con esta carta. Lo reservado antes se conserva.',
      fields: {
        revoked_on: date('Deja de valer desde', { required: true }),
        reason: longText('Motivo', { required: true }),
      },
    },
  },
});
