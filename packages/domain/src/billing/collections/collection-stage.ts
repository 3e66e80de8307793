import { choice } from '../../kinds/choice.ts';
import { integer } from '../../kinds/number.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource } from '../../resource/resource.ts';
import { letterPattern, letterPlaceholders } from './letter-text.ts';

const patternMessage = `Entre llaves solo puede ir: ${Object.keys(letterPlaceholders).join(', ')}.`;

/**
 * A stage of the collection from accounts that are overdue (domain §1.6): it begins after so many days, and has the
 * letter that is sent in it. A case is in the active stage with the most days that it has reached.
 */
export const collectionStages = defineResource({
  name: 'collection_stages',
  screen: 'facturacion/facturacion-cobros/etapas',
  label: { one: 'Etapa de cobro', many: 'Etapas de cobro', gender: 'f' },
  fields: {
    name: text('Nombre', { max: 80, required: true, sortable: true, unique: true }),
    days_from: integer('Desde, días vencidos', {
      min: 1,
      max: 3650,
      required: true,
      sortable: true,
      unique: true,
      aggregate: null,
    }),
    tone: choice(
      'Tono',
      { friendly: ['Amable', 'info'], firm: ['Firme', 'warning'], final: ['Último aviso', 'danger'] },
      { required: true, initial: 'friendly', width: 'short' },
    ),
    next_action_days: integer('Próxima gestión, días después de la carta', {
      min: 1,
      max: 365,
      required: true,
      initial: 7,
      aggregate: null,
    }),
    subject: text('Asunto de la carta', {
      max: 160,
      required: true,
      width: 'wide',
      pattern: letterPattern,
      patternMessage,
    }),
    body: longText('Texto de la carta', {
      max: 4000,
      required: true,
      pattern: letterPattern,
      patternMessage,
      hint: `Puede incluir ${Object.keys(letterPlaceholders)
        .map((name) => `{${name}}`)
        .join(', ')}.`,
    }),
    is_active: yesNo('Activa', { initial: true, hint: 'Ninguna gestión entra en una inactiva.' }),
  },
  title: 'name',
  search: ['name'],
  likeness: { by: {} },
  order: 'days_from',
  columns: ['name', 'days_from', 'tone', 'subject', 'next_action_days', 'is_active'],
  filters: ['tone', 'is_active', 'days_from'],
  sections: [
    { label: 'Etapa', fields: ['name', 'days_from', 'tone', 'next_action_days', 'is_active'] },
    { label: 'Carta', fields: ['subject', 'body'] },
  ],
  permissions: {
    viewAll: null,
    create: 'collections.manage',
    updateAll: 'collections.manage',
    archive: 'collections.manage',
  },
});
