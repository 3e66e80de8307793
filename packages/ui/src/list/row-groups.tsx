import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { groupingOf, monthLabel, type Summary } from '@pauta/domain/resource/summary.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { useMemo, useState } from 'react';
import { cells } from '../faces/cells.tsx';
import type { RowGroup } from './list-table.tsx';

/** Stored text that the rows of a group have in common, as the summary spells it; null where there is nothing. */
function keyOf(field: Field, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'object') return (value as Reference).id;
  if (groupingOf(field) !== 'month') return String(value);
  return (field.kind.name === 'date' ? String(value) : companyDay(String(value))).slice(0, 7);
}

/** The rows of a page in groups, each with the count of the whole list once it is known. */
export function groupRows(
  resource: Resource,
  name: string,
  rows: readonly AnyRecord[],
  summary: Summary | undefined,
  folded: ReadonlySet<string>,
): readonly RowGroup[] {
  const field = fieldOf(resource, name);
  const Cell = cells[field.kind.name];
  const byKey = new Map<string | null, AnyRecord[]>();
  for (const row of rows) {
    const key = keyOf(field, row[name]);
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return [...byKey].map(([value, members]) => {
    const known = summary?.groups.find((group) => group.value === value && !group.others);
    const here = `${members.length} en esta página`;
    const total = known && countOf(resource.label, known.count);
    const note = known?.count === members.length ? total : [total, here].filter(Boolean).join(' · ');
    const key = value ?? '';
    return {
      key,
      label:
        value === null ? (
          'Sin dato'
        ) : groupingOf(field) === 'month' ? (
          monthLabel(value)
        ) : (
          <Cell field={field} place="list" record={members[0]} value={members[0]?.[name]} />
        ),
      note: note ?? here,
      rows: members,
      folded: folded.has(key),
    };
  });
}

/** Groups of the page's rows, and which of them are folded; undefined while the list has no groups. */
export function useRowGroups(
  resource: Resource,
  name: string | null,
  rows: readonly AnyRecord[],
  summary: Summary | undefined,
): { groups: readonly RowGroup[] | undefined; fold: (key: string) => void } {
  const [folded, setFolded] = useState<{ of: string | null; keys: ReadonlySet<string> }>({
    of: name,
    keys: new Set(),
  });
  const keys = useMemo(() => (folded.of === name ? folded.keys : new Set<string>()), [folded, name]);
  const groups = useMemo(
    () => (name === null ? undefined : groupRows(resource, name, rows, summary, keys)),
    [resource, name, rows, summary, keys],
  );
  const fold = (key: string): void => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    setFolded({ of: name, keys: next });
  };
  return { groups, fold };
}
