import { expect, test } from 'vitest';
import { closingLabel } from './closing-label.ts';

test.each([
  ['Cancelar contrato', 'Volver'],
  ['Cancelar', 'Volver'],
  ['Registrar firma', 'Cancelar'],
])('the button that closes the dialog of «%s» reads «%s»', (action, label) => {
  expect(closingLabel(action)).toBe(label);
});
