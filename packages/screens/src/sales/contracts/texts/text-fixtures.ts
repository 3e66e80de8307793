import { fillText, type TextValues, textFields } from '@pauta/domain/sales/contracts/texts/fill-text.ts';
import type { TermsAnswer } from './terms-answer.ts';

/** A text of two clauses, for tests and stories. */
export const sampleText = `Entre {{compania}} y {{cliente}} se acuerda:

# Pago
{{pagador}} paga {{total}} según el término «{{termino_credito}}».

# Material
El material se entrega:
- con las especificaciones de la ficha técnica;
- tres días hábiles antes.`;

const values = {
  ...Object.fromEntries(Object.entries(textFields).map(([name, meaning]) => [name, meaning])),
  compania: 'Medios del Caribe, S.R.L.',
  cliente: 'Ron Añejo, S.R.L.',
  pagador: 'Ron Añejo, S.R.L.',
  total: 'RD$118,000.00',
  termino_credito: '30 días',
} as TextValues;

/** The terms of a draft that has the text above. */
export const sampleTerms: TermsAnswer = {
  is_fixed: false,
  terms: { name: 'Condiciones generales', clauses: fillText(sampleText, values) },
  values,
};
