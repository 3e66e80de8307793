import { consumptionTypes } from '../../catalogues/inventory.ts';
import { choice } from '../../kinds/choice.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import type { Command } from '../../resource/command.ts';
import { contractTypes } from './contract-types.ts';

/** The command of an accepted quote that makes its contract: a draft with the same lines and amounts. */
export const convertQuote: Command = {
  label: 'Convertir en contrato',
  done: 'Presupuesto convertido en contrato',
  from: ['accepted'],
  to: 'converted',
  permission: 'contracts.create',
  changes: true,
  tone: 'primary',
  single: true,
  checked: true,
  fields: {
    contract_type: choice('Tipo de contrato', contractTypes, { required: true, initial: 'normal' }),
    consumption_type_id: reference('Tipo de consumo', () => consumptionTypes, { required: true }),
    po_number: text('Orden de compra', { max: 60, hint: 'La orden de compra o de pauta del cliente.' }),
  },
  undo: { never: 'Cancele el contrato: el presupuesto vuelve a estar aceptado.' },
  explanation:
    'Hace un contrato en borrador con los mismos renglones y montos. Sus reservas siguen hasta que se firme.',
};
