import { users } from '../../admin/users/user.ts';
import { companies, divisions } from '../../catalogues/organization.ts';
import { clients } from '../../crm/clients/client.ts';
import { inventoryItems } from '../../inventory/items/inventory-item.ts';
import { techTemplates } from '../../inventory/tech-templates/tech-template.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { takenFrom } from '../../resource/taken-from.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { orderLines } from '../../sales/contracts/order-line.ts';
import { materialCommands } from './material-commands.ts';
import { techSheetPermissions } from './permissions.ts';

/** States of a technical sheet (domain §2.4). Its answers change while it is pending or observed. */
export const techSheetStates = {
  pending: ['Pendiente', 'neutral'],
  in_review: ['En revisión', 'info'],
  observed: ['Observada', 'warning'],
  approved: ['Aprobada', 'success'],
} as const;

/**
 * The technical sheet of one order line: what its template asks the client for, and what was delivered (domain §1.5).
 * Signing a contract makes one for each line whose space has a template; it keeps the version it was made from.
 */
export const techSheets: Resource = defineResource({
  name: 'tech_sheets',
  screen: 'postventa/fichas-tecnicas',
  label: { one: 'Ficha técnica', many: 'Fichas técnicas', gender: 'f' },
  fields: {
    description: text('Renglón', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { required: true, readOnly: true }),
    order_line_id: reference('Renglón contratado', () => orderLines, { required: true, readOnly: true }),
    inventory_item_id: reference('Espacio', () => inventoryItems, { required: true, readOnly: true }),
    company_id: reference('Compañía', () => companies, takenFrom('contract_id', 'company_id')),
    owner_id: reference('Vendedor', () => users, takenFrom('contract_id', 'owner_id')),
    division_id: reference('División', () => divisions, takenFrom('inventory_item_id', 'division_id')),
    tech_template_id: reference('Plantilla', () => techTemplates, { required: true, readOnly: true }),
    starts_on: date('Inicia', { required: true, readOnly: true, sortable: true }),
    due_on: date('Entrega hasta', {
      required: true,
      sortable: true,
      hint: 'Los días hábiles que pide la plantilla antes del inicio.',
    }),
    progress_pct: integer('Avance (%)', {
      required: true,
      readOnly: true,
      initial: 0,
      min: 0,
      max: 100,
      sortable: true,
      aggregate: null,
      hint: 'De lo obligatorio, lo que ya se entregó.',
    }),
    responsible_id: reference('Responsable', () => users),
    delivered_by: text('Quién entrega', { max: 120, hint: 'La persona del cliente o de la agencia.' }),
    status: choice('Estado', techSheetStates, {
      required: true,
      readOnly: true,
      initial: 'pending',
      sortable: true,
      width: 'short',
    }),
    observation: longText('Observación', { max: 2000, readOnly: true }),
    materials: text('Material', {
      max: 40,
      readOnly: true,
      computed: true,
      width: 'short',
      hint: 'Los archivos obligatorios que ya se entregaron.',
    }),
    client_approved_by: text('Aprobado por el cliente', {
      max: 160,
      readOnly: true,
      hint: 'Quien lo envió a revisión desde la página de material.',
    }),
    client_approved_at: dateTime('Aprobado por el cliente el', { readOnly: true, sortable: false }),
    reminded_at: dateTime('Último recordatorio', { readOnly: true, sortable: false }),
    confirmed_by_hand: longText('Confirmado al aprobar', { max: 8000, readOnly: true }),
  },
  title: 'description',
  search: ['description'],
  searchable: false,
  order: 'due_on',
  columns: [
    'description',
    'contract_id',
    'client_id',
    'tech_template_id',
    'progress_pct',
    'materials',
    'due_on',
    'responsible_id',
    'status',
  ],
  brief: ['contract_id', 'due_on'],
  filters: [
    'status',
    'due_on',
    'starts_on',
    'client_id',
    'contract_id',
    'responsible_id',
    'tech_template_id',
    'inventory_item_id',
    'company_id',
    'owner_id',
    'division_id',
    'progress_pct',
  ],
  sections: [
    {
      label: 'Ficha',
      fields: [
        'contract_id',
        'client_id',
        'order_line_id',
        'inventory_item_id',
        'tech_template_id',
        'starts_on',
        'due_on',
        'responsible_id',
        'delivered_by',
        'progress_pct',
        'materials',
        'reminded_at',
        'client_approved_by',
        'client_approved_at',
        'observation',
        'confirmed_by_hand',
      ],
    },
  ],
  operations: ['update'],
  partOf: ['contract_id'],
  owners: ['responsible_id'],
  finished: ['approved'],
  parts: ['tech_sheet_items'],
  permissions: techSheetPermissions,
  notes: true,
  state: 'status',
  commands: {
    ...materialCommands,
    submit: {
      label: 'Enviar a revisión',
      done: 'Ficha enviada a revisión',
      from: ['pending', 'observed'],
      to: 'in_review',
      tone: 'primary',
      checked: true,
      undo: { by: 'command', name: 'take_back' },
      explanation: 'Mientras se revisa, sus datos y materiales no cambian.',
    },
    client_submit: {
      label: 'Enviar a revisión como cliente',
      done: 'El cliente aprobó su material y lo envió a revisión',
      by: ['client'],
      from: ['pending', 'observed'],
      to: 'in_review',
      fields: { approved_by: text('Su nombre', { max: 160, required: true }) },
      undo: { by: 'command', name: 'take_back' },
    },
    take_back: {
      label: 'Volver a pendiente',
      done: 'Ficha pendiente',
      from: ['in_review'],
      to: 'pending',
      rare: true,
      undo: { by: 'command', name: 'submit' },
    },
    approve: {
      label: 'Aprobar',
      done: 'Ficha aprobada',
      from: ['in_review'],
      to: 'approved',
      permission: 'tech_sheets.approve',
      tone: 'primary',
      checked: true,
      fields: {
        confirmed: yesNo('Comprobé lo que no se pudo medir', {
          hint: 'Hace falta cuando la plantilla pide algo que no se lee del archivo, como la sonoridad. Queda escrito en la ficha.',
        }),
      },
      preview: 'rollback',
      undo: { by: 'command', name: 'reopen' },
      explanation: 'El renglón ya puede confirmarse y salir al aire.',
    },
    observe: {
      label: 'Observar',
      done: 'Ficha observada',
      from: ['in_review'],
      to: 'observed',
      permission: 'tech_sheets.approve',
      tone: 'danger',
      fields: { reason: longText('Qué falta o qué está mal', { max: 2000, min: 3, required: true }) },
      undo: { by: 'command', name: 'submit' },
    },
    reopen: {
      label: 'Reabrir',
      done: 'Ficha reabierta',
      from: ['approved'],
      to: 'pending',
      permission: 'tech_sheets.approve',
      rare: true,
      fields: { reason: longText('Motivo', { max: 1000, min: 3, required: true }) },
      undo: { never: 'Envíela y apruébela otra vez.' },
      explanation: 'Para cambiar un material. Lo ya confirmado conserva el suyo.',
    },
  },
});
