import { clients } from '@pauta/domain/crm/clients/client.ts';
import { expect, test } from 'vitest';
import type { HistoryEntry } from '../data/use-record.ts';
import { clientRecord } from '../testing/client-fixtures.ts';
import { recordOn } from './record-on.ts';

const record = clientRecord(0, { notes: 'Ahora' });
const entry = (at: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  at,
  actor: { id: null, name: 'Ana Pérez' },
  action: 'update',
  title: 'Cliente actualizado',
  changes: [],
  reason: null,
  ...more,
});
const notes = (before: string | null, after: string) => ({
  changes: [{ field: 'notes', label: 'Notas', before, after }],
});
const history = [
  entry('2026-01-10T14:00:00Z', { action: 'create' }),
  entry('2026-02-01T14:00:00Z', notes(null, 'En febrero')),
  // In the company's time zone it is still the last of March.
  entry('2026-04-01T02:00:00Z', notes('En febrero', 'En marzo')),
  entry('2026-05-01T14:00:00Z', notes('En marzo', 'Ahora')),
];
const noteOn = (day: string) =>
  recordOn(clients, record, history, day).values.find(({ field }) => field === 'notes');

test('a value is what it was before its first later change', () => {
  expect(noteOn('2026-01-31')).toMatchObject({ past: null, present: 'Ahora' });
  expect(noteOn('2026-02-01')).toMatchObject({ past: 'En febrero' });
  expect(noteOn('2026-03-30')).toMatchObject({ past: 'En febrero' });
  expect(noteOn('2026-03-31')).toMatchObject({ past: 'En marzo' });
  expect(noteOn('2026-05-01')).toMatchObject({ past: 'Ahora', present: 'Ahora' });
});

test('before its creation there was none, and before the log nothing is known', () => {
  expect(recordOn(clients, record, history, '2026-01-09').existed).toBe('before');
  expect(recordOn(clients, record, history.slice(1), '2026-01-09').existed).toBe('unknown');
  expect(recordOn(clients, record, history, '2026-01-10').existed).toBe('yes');
});
