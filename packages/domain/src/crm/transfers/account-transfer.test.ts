import { expect, test } from 'vitest';
import { formatField } from '../../kinds/kind.ts';
import { fieldOf } from '../../resource/resource.ts';
import { resources } from '../../resources.ts';
import { accountTransfers, transferredEntities } from './account-transfer.ts';

test('a transfer can be filtered by every kind of record that has owners, and by users', () => {
  const owned = resources.filter(({ owners }) => owners.length > 0).map(({ name }) => name);
  expect(Object.keys(transferredEntities).sort()).toEqual([...owned, 'users'].sort());
});

test('its worth is shown by kind and currency', () => {
  const worth = [
    { entity: 'opportunities', currency: 'DOP', amount: '1000.00' },
    { entity: 'quotes', currency: 'USD', amount: '20.50' },
  ];
  expect(formatField(fieldOf(accountTransfers, 'worth'), worth)).toMatch(
    /^Oportunidades: RD\$1,000\.00\W+Presupuestos: US\$20\.50$/,
  );
});
