import { clients } from '../../crm/clients/client.ts';
import { inventoryItems } from '../../inventory/items/inventory-item.ts';
import { choice } from '../../kinds/choice.ts';
import { email } from '../../kinds/contact.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { currencies } from '../../money/currencies.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { placementPermissions } from '../quotas/permissions.ts';
import { placements } from '../quotas/placement.ts';

/** States of a makegood that is offered to the client. */
export const makegoodOfferStates = {
  open: ['Por enviar', 'warning'],
  sent: ['Enviada', 'info'],
  accepted: ['Aceptada', 'success'],
  declined: ['Rechazada', 'danger'],
  withdrawn: ['Retirada', 'neutral'],
} as const;

const withPlace: Guard = {
  needs: ['inventory_item_id'],
  why: ({ inventory_item_id }) =>
    inventory_item_id
      ? null
      : {
          code: 'no_place',
          text: 'No tiene lugar: dentro del vuelo no queda ninguno de igual valor. Use «Proponer otro lugar» con una fecha.',
        },
};

const who = text('Quién del cliente respondió', { max: 120, required: true, width: 'full' });

/**
 * Where a placement that was not aired is made good, as it is offered to the client: at the same value and without cost.
 * Whoever accepts it, the makegood is placed in the transaction of the acceptance. Nothing is held before.
 */
export const makegoodOffers: Resource = defineResource({
  name: 'makegood_offers',
  screen: 'postventa/gestion-cupos/compensaciones',
  label: { one: 'Propuesta de compensación', many: 'Propuestas de compensación', gender: 'f' },
  fields: {
    label: text('Renglón', { max: 160, required: true, readOnly: true, sortable: true, width: 'wide' }),
    contract_id: reference('Contrato', () => contracts, { required: true, readOnly: true }),
    client_id: reference('Cliente', () => clients, { required: true, readOnly: true }),
    placement_id: reference('No emitida', () => placements, { required: true, readOnly: true }),
    missed_on: date('Día no emitido', { required: true, readOnly: true, sortable: true }),
    inventory_item_id: reference('Espacio propuesto', () => inventoryItems, { readOnly: true }),
    starts_on: date('Día propuesto', { readOnly: true, sortable: true }),
    ends_on: date('Hasta', { readOnly: true, sortable: false }),
    currency_code: choice('Moneda', currencies, {
      required: true,
      readOnly: true,
      initial: 'DOP',
      width: 'short',
    }),
    worth: money('Valor', {
      currency: 'currency_code',
      required: true,
      readOnly: true,
      initial: '0.00',
      min: 0,
      sortable: false,
      hint: 'Lo que vale en el contrato lo que no se emitió. Compensarlo no cuesta.',
    }),
    billed_as_aired: yesNo('Se factura al emitirse', {
      required: true,
      readOnly: true,
      initial: false,
      hint: 'Sí: lo no emitido no se factura hasta emitir la compensación. No: ya está en las cuotas del contrato.',
    }),
    status: choice('Estado', makegoodOfferStates, {
      required: true,
      readOnly: true,
      initial: 'open',
      sortable: true,
      width: 'short',
    }),
    sent_at: dateTime('Enviada el', { readOnly: true, sortable: false }),
    answered_at: dateTime('Respondida el', { readOnly: true, sortable: false }),
    answered_by: text('Respondió', { max: 120, readOnly: true }),
    remark: longText('Qué respondió el cliente', { max: 1000, readOnly: true }),
    makegood_id: reference('Compensación', () => placements, { readOnly: true }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: '-created_at',
  columns: [
    'label',
    'contract_id',
    'client_id',
    'missed_on',
    'starts_on',
    'inventory_item_id',
    'worth',
    'remark',
    'status',
  ],
  brief: ['contract_id', 'starts_on'],
  filters: [
    'status',
    'contract_id',
    'client_id',
    'placement_id',
    'inventory_item_id',
    'missed_on',
    'starts_on',
    'makegood_id',
  ],
  sections: [
    { label: 'Lo no emitido', fields: ['contract_id', 'client_id', 'placement_id', 'missed_on'] },
    {
      label: 'Propuesta',
      fields: ['inventory_item_id', 'starts_on', 'ends_on', 'worth', 'currency_code', 'billed_as_aired'],
    },
    { label: 'Respuesta', fields: ['sent_at', 'answered_at', 'answered_by', 'remark', 'makegood_id'] },
  ],
  operations: [],
  partOf: ['contract_id'],
  finished: ['accepted', 'withdrawn'],
  permissions: placementPermissions,
  state: 'status',
  commands: {
    propose: {
      label: 'Proponer compensaciones',
      done: 'Compensaciones propuestas',
      on: 'collection',
      permission: 'placements.makegood',
      fields: {
        contract_id: reference('Contrato', () => contracts, { required: true, width: 'full' }),
      },
      explanation:
        'Busca para cada colocación no emitida del contrato el primer lugar de igual valor dentro del vuelo. Después envíelas al cliente.',
      undo: { never: 'Retire las que no quiera ofrecer.' },
    },
    share: {
      label: 'Enviar al cliente',
      done: 'Propuestas enviadas al cliente',
      permission: 'placements.makegood',
      single: true,
      secret: true,
      tone: 'primary',
      checked: true,
      fields: {
        recipient: text('Para quién', { max: 160, required: true, width: 'full' }),
        email: email('Correo', {
          required: true,
          width: 'full',
          hint: 'A este correo llega el código con que se responde.',
        }),
        expires_on: date('Se abre hasta', { required: true }),
        sends_mail: yesNo('Enviar por correo', { initial: true }),
        message: longText('Mensaje', { max: 1000 }),
      },
      explanation:
        'Crea un enlace a una página con todas las propuestas del contrato por enviar: quien lo recibe acepta o rechaza cada una. Lo que acepta queda colocado en ese momento.',
      undo: { by: 'command', name: 'close_links' },
    },
    close_links: {
      label: 'Retirar enlaces',
      done: 'Enlaces retirados',
      permission: 'placements.makegood',
      checked: true,
      rare: true,
      explanation:
        'La página de compensaciones del contrato deja de abrirse para todos los que tengan un enlace.',
      undo: { never: 'Envíelas otra vez: habrá un enlace nuevo.' },
    },
    accept: {
      label: 'Registrar aceptación',
      done: 'Compensación aceptada y colocada',
      by: ['user', 'client'],
      from: ['open', 'sent'],
      to: 'accepted',
      permission: 'placements.makegood',
      single: true,
      guards: [withPlace],
      fields: { accepted_by: who },
      explanation: 'La compensación queda colocada, si su lugar sigue libre.',
      undo: { never: 'Cancele la compensación en Colocaciones.' },
    },
    decline: {
      label: 'Registrar rechazo',
      done: 'Propuesta rechazada',
      by: ['user', 'client'],
      from: ['open', 'sent'],
      to: 'declined',
      permission: 'placements.makegood',
      single: true,
      tone: 'danger',
      rare: true,
      reason: 'remark',
      fields: { declined_by: who, remark: longText('Por qué', { max: 1000 }) },
      undo: { never: 'Proponga otro lugar.' },
    },
    again: {
      label: 'Proponer otro lugar',
      done: 'Otro lugar propuesto',
      from: ['open', 'sent', 'declined'],
      to: 'open',
      permission: 'placements.makegood',
      single: true,
      fields: {
        on: date('El día', { hint: 'Vacío: el primer día libre después del propuesto.' }),
        space_id: reference('En el espacio', () => inventoryItems, {
          hint: 'Vacío: el mismo espacio. Otro debe valer lo mismo o más, en la misma franja o una mejor.',
        }),
      },
      explanation: 'El cliente lo ve cuando se le envía otra vez.',
      undo: { never: 'Proponga otro lugar.' },
    },
    replace: {
      label: 'Cambiar el lugar ocupado',
      done: 'Lugar ocupado cambiado por otro',
      by: ['system'],
      from: ['sent'],
      undo: { never: 'Proponga otro lugar.' },
    },
    withdraw: {
      label: 'Retirar',
      done: 'Propuesta retirada',
      from: ['open', 'sent', 'declined'],
      to: 'withdrawn',
      permission: 'placements.makegood',
      rare: true,
      fields: { reason: longText('Motivo', { max: 500, min: 3, required: true }) },
      explanation: 'Lo no emitido queda sin compensar; puede proponerse otra vez.',
      undo: { never: 'Proponga compensaciones para el contrato otra vez.' },
    },
  },
});
