import { expect, test } from 'vitest';
import { creditObstacle, type PayerCredit } from './credit-obstacle.ts';

const payer: PayerCredit = {
  name: 'Ferretería Sol',
  path: '/crm/clientes/1',
  status: 'active',
  limit: '100.00',
  currency: 'DOP',
  exposure: '80.00',
};

test('the limit may be reached to the cent, and not exceeded', () => {
  expect(creditObstacle(payer, '20.00')).toBeNull();
  expect(creditObstacle(payer, '20.01')).toMatchObject({
    code: 'credit_limit',
    text: expect.stringContaining('límite de crédito de RD$100.00 y ya debe o deberá RD$80.00'),
  });
  expect(creditObstacle({ ...payer, limit: null }, '99999999.00')).toBeNull();
});

test('held or blocked credit signs nothing, whatever the amount; credit in review does', () => {
  for (const status of ['on_hold', 'blocked'])
    expect(creditObstacle({ ...payer, status, limit: null }, '0.00')?.code).toBe('credit_hold');
  expect(creditObstacle({ ...payer, status: 'in_review' }, '1.00')).toBeNull();
});
