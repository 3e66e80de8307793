import { choice } from '@pauta/domain/kinds/choice.ts';
import { money } from '@pauta/domain/kinds/number.ts';
import { longText, text } from '@pauta/domain/kinds/text.ts';
import { type AnyRecord, defineResource } from '@pauta/domain/resource/resource.ts';

/** A resource with one command of each kind of dry run. */
export const estimates = defineResource({
  name: 'estimates',
  screen: 'ventas/estimaciones',
  label: { one: 'Estimación', many: 'Estimaciones', gender: 'f' },
  title: 'title',
  fields: {
    title: text('Título', { max: 80, required: true }),
    total: money('Total', { currency: 'currency' }),
    currency: choice('Moneda', { DOP: 'Peso dominicano', USD: 'Dólar' }, { initial: 'DOP' }),
    status: choice(
      'Estado',
      {
        draft: ['Borrador', 'neutral'],
        sent: ['Enviado', 'success'],
      },
      { readOnly: true, initial: 'draft' },
    ),
    recipient: text('Destinatario', { max: 80, readOnly: true }),
  },
  state: 'status',
  commands: {
    send: {
      label: 'Enviar',
      done: 'Estimación enviada',
      from: ['draft'],
      to: 'sent',
      fields: {
        recipient: text('Destinatario', { max: 80, min: 3, required: true }),
        reason: longText('Comentario', { required: true }),
      },
      remarks: ['reason'],
      preview: 'rollback',
    },
    recalculate: {
      label: 'Recalcular',
      done: 'Estimación recalculada',
      preview: 'plan',
      undo: { by: 'log' },
    },
  },
});

export const estimate: AnyRecord = {
  id: '01900000-0000-7000-8000-000000000001',
  row_version: 1,
  created_at: '2026-03-09T14:30:00.000Z',
  updated_at: '2026-03-09T14:30:00.000Z',
  archived_at: null,
  title: 'Campaña de verano',
  total: '1250.50',
  currency: 'DOP',
  status: 'draft',
  recipient: null,
};
