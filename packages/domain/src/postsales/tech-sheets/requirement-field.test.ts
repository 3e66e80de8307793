import { expect, test } from 'vitest';
import { checkAnswer } from './check-answer.ts';
import { answerToInput, inputToAnswer, requirementField } from './requirement-field.ts';

const asked = { label: 'Ancho', min: '1', max: '30', options: ['Rojo', 'Azul'] };

test.each([
  ['number', 'decimal', '12.5', '12.5'],
  ['choices', 'choices', 'Rojo\nAzul', ['Rojo', 'Azul']],
  ['choice', 'choice', 'Rojo', 'Rojo'],
  ['yes_no', 'choice', 'sí', 'sí'],
  ['date', 'date', '2026-12-31', '2026-12-31'],
  ['text', 'text', 'Uno', 'Uno'],
  ['long_text', 'longText', 'Uno\nDos', 'Uno\nDos'],
])('%s is answered in an input of kind %s', (type, kind, answer, input) => {
  const requirement = { ...asked, type };
  expect(requirementField(requirement).kind.name).toBe(kind);
  expect(inputToAnswer(requirement, input)).toBe(answer);
  expect(inputToAnswer(requirement, answerToInput(requirement, answer))).toBe(answer);
  expect(checkAnswer(answer, requirement)).toBeNull();
});

test('a number that is none or beyond its limits is kept for the check to judge', () => {
  const number = { ...asked, type: 'number' };
  expect(inputToAnswer(number, 'doce')).toBe('doce');
  expect(checkAnswer(inputToAnswer(number, '31'), number)).toBe('Debe ser 30 o menos.');
  expect(inputToAnswer(number, '')).toBe('');
});

test('the unit is a part of the label', () => {
  expect(requirementField({ ...asked, type: 'number', unit: 'm' }).label).toBe('Ancho (m)');
});
