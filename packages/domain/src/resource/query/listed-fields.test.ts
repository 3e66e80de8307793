import { expect, test } from 'vitest';
import { clients } from '../../crm/clients/client.ts';
import { contacts } from '../../crm/contacts/contact.ts';
import { activities } from '../../crm/follow-up/activity.ts';
import { formatListedFields, listedFields, parseListedFields, usualFields } from './listed-fields.ts';

test('a list always contains the name, the state and the owners of a record', () => {
  expect(listedFields(clients, [])).toEqual([
    'trade_name',
    'primary_sales_rep_id',
    'additional_sales_rep_id',
    'credit_status',
  ]);
  expect(listedFields(activities, [])).toEqual(expect.arrayContaining(['closed_at']));
});

test('a value comes with the fields needed to display it', () => {
  expect(listedFields(clients, ['credit_limit'])).toContain('currency_code');
  expect(listedFields(clients, ['tax_id'])).toEqual(expect.arrayContaining(['country_id', 'tax_id_type']));
  expect(listedFields(contacts, ['primary_phone'])).toContain('phones');
});

test('without requested fields a list has its own columns; `*` requests all fields', () => {
  expect(parseListedFields(clients, undefined)).toEqual(listedFields(clients, usualFields(clients)));
  expect(parseListedFields(clients, undefined)).not.toContain('notes');
  expect(parseListedFields(clients, '*')).toEqual([
    ...Object.keys(clients.fields),
    'created_at',
    'updated_at',
  ]);
});

test.each(['nada', 'notes,nada', 'toString', '__proto__', ' notes', '*,notes', ','])('refuses %j', (text) => {
  expect(parseListedFields(clients, text)).toBeNull();
});

test('the parameter is omitted where it makes no difference, and otherwise parsed back to the same fields', () => {
  expect(formatListedFields(clients, ['status', 'industry_id'])).toBeUndefined();
  const text = formatListedFields(clients, ['notes', 'credit_limit']);
  expect(parseListedFields(clients, text)).toEqual(listedFields(clients, ['notes', 'credit_limit']));
});
