import { expect, test } from 'vitest';
import { clausesOf, fillText, type TextValues, textFields, textProblems } from './fill-text.ts';

const values = {
  ...Object.fromEntries(Object.keys(textFields).map((name) => [name, `<${name}>`])),
  cliente: 'Ron Añejo, S.R.L.',
} as TextValues;

test('headings divide a text into clauses, empty lines into paragraphs, hyphens into items', () => {
  const text = 'Entre las partes\nse acuerda:\n\n# Objeto\nUno.\n\n## Pago\nDos:\n- a\n- b\nTres.';
  expect(clausesOf(text)).toEqual([
    { title: null, paragraphs: [{ text: 'Entre las partes se acuerda:', is_item: false }] },
    { title: 'Objeto', paragraphs: [{ text: 'Uno.', is_item: false }] },
    {
      title: 'Pago',
      paragraphs: [
        { text: 'Dos:', is_item: false },
        { text: 'a', is_item: true },
        // A line that follows an item continues it.
        { text: 'b Tres.', is_item: true },
      ],
    },
  ]);
  expect(clausesOf('\n \n')).toEqual([]);
});

test('fields are filled in titles and paragraphs', () => {
  expect(fillText('# De {{ cliente }}\n{{cliente}} paga {{total}}.', values)).toEqual([
    {
      title: 'De Ron Añejo, S.R.L.',
      paragraphs: [{ text: 'Ron Añejo, S.R.L. paga <total>.', is_item: false }],
    },
  ]);
});

test.each(['# Cláusula falsa', '- punto', '\n\n# Otra', '{{total}}', '$&', '<b>negrita</b>'])(
  'the value %j stays a value: it makes no clause, item or field',
  (cliente) => {
    const [clause, ...others] = fillText('# Objeto\n{{cliente}}', { ...values, cliente });
    expect(others).toEqual([]);
    expect(clause).toEqual({ title: 'Objeto', paragraphs: [{ text: cliente, is_item: false }] });
  },
);

test('unknown fields and loose braces are named', () => {
  expect(textProblems('{{cliente}} y {{total}}')).toEqual([]);
  expect(textProblems('{{clinete}}, {{clinete}}')).toEqual([
    'El campo {{clinete}} no existe: ¿es {{cliente}}?',
  ]);
  expect(textProblems('{{zzzzzzzzzz}}')).toEqual([
    'El campo {{zzzzzzzzzz}} no existe: elija uno de la lista.',
  ]);
  expect(textProblems('{{constructor}}')[0]).toContain('{{constructor}} no existe');
  expect(textProblems('Paga {{total al firmar')).toEqual([
    'Cerca de «{{total» hay llaves sueltas: un campo se escribe {{cliente}}.',
  ]);
});
