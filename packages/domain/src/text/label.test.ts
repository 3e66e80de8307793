import { expect, test } from 'vitest';
import { agree, countOf, newOne, theOne, thisOne } from './label.ts';

const client = { one: 'Cliente', many: 'Clientes', gender: 'm' } as const;
const agency = { one: 'Agencia', many: 'Agencias', gender: 'f' } as const;

test('words agree with the gender and number of the label', () => {
  expect(`${client.one} ${agree(client, 'creado')}`).toBe('Cliente creado');
  expect(`${agency.one} ${agree(agency, 'creado')}`).toBe('Agencia creada');
  expect(agree(agency, 'archivado', 3)).toBe('archivadas');
  expect([newOne(client), newOne(agency)]).toEqual(['Nuevo cliente', 'Nueva agencia']);
  expect([theOne(client), theOne(agency)]).toEqual(['el cliente', 'la agencia']);
  expect([thisOne(client), thisOne(agency)]).toEqual(['este cliente', 'esta agencia']);
  expect([countOf(agency, 1), countOf(client, 1200)]).toEqual(['1 agencia', '1,200 clientes']);
});
