import { expect, test } from 'vitest';
import { clients } from '../../crm/clients/client.ts';
import { contacts } from '../../crm/contacts/contact.ts';
import { activities } from '../../crm/follow-up/activity.ts';
import { formatListedFields, listedFields, parseListedFields, usualFields } from './listed-fields.ts';

test('a list has what names a record, its state and whose it is, whatever was asked for', () => {
  expect(listedFields(clients, [])).toEqual([
    'trade_name',
    'primary_sales_rep_id',
    'additional_sales_rep_id',
    'credit_status',
  ]);
  expect(listedFields(activities, [])).toEqual(expect.arrayContaining(['closed_at']));
});

test('what a value cannot be said without comes with it', () => {
  expect(listedFields(clients, ['credit_limit'])).toContain('currency_code');
  expect(listedFields(clients, ['tax_id'])).toEqual(expect.arrayContaining(['country_id', 'tax_id_type']));
  expect(listedFields(contacts, ['primary_phone'])).toContain('phones');
});

test('nothing asked for is the columns of the list, a star everything', () => {
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

test('the parameter is left out where the list answers the fields anyway, and read back as it was meant', () => {
  expect(formatListedFields(clients, ['status', 'industry_id'])).toBeUndefined();
  const text = formatListedFields(clients, ['notes', 'credit_limit']);
  expect(parseListedFields(clients, text)).toEqual(listedFields(clients, ['notes', 'credit_limit']));
});
