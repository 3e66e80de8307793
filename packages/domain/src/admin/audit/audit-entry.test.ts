import { expect, test } from 'vitest';
import { parseQuery } from '../../resource/query/query.ts';
import { resources } from '../../resources.ts';
import { auditEntries } from './audit-entry.ts';
import { actionLabels, auditFieldLabel, entityLabels, resourceOfEntity } from './audit-labels.ts';

test('every resource and every state change can be filtered', () => {
  for (const resource of resources) {
    expect(entityLabels).toHaveProperty(resource.name);
    expect(resourceOfEntity(resource.name)).toBe(resource);
    for (const action of Object.keys(resource.commands)) expect(actionLabels).toHaveProperty(action);
  }
});

test('a record, a request and an address are matched exactly', () => {
  const parsed = parseQuery(auditEntries, {
    'f.record_id': 'hold_days',
    'f.ip': '10.0.0.1',
    'f.fields': 'legal_name',
  });
  expect(parsed.ok && parsed.query.filters.map(({ operator }) => operator)).toEqual(['in', 'in', 'in']);
  expect(parseQuery(auditEntries, { 'f.action': 'nada' }).ok).toBe(false);
});

test('columns have the labels of their fields', () => {
  expect(auditFieldLabel('clients', 'trade_name')).toBe('Nombre comercial');
  expect(auditFieldLabel('role_permissions', 'permission')).toBe('Permiso');
  expect(auditFieldLabel('nueva', 'some_column')).toBe('some column');
});
