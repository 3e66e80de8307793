import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Page } from '@pauta/domain/resource/query/query.ts';
import { groupingOf, type Summary } from '@pauta/domain/resource/query/summary.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { useMemo, useState } from 'react';
import { cells } from '../../field-components/cells.tsx';
import type { RowGroup } from './list-table.tsx';

/** The stored text of a value, as it identifies a group in the response; null for an empty value. */
function keyOf(field: Field, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'object') return (value as Reference).id;
  if (groupingOf(field) !== 'month') return String(value);
  return (field.kind.name === 'date' ? String(value) : companyDay(String(value))).slice(0, 7);
}

/** The groups of a page in order, each with its loaded rows, its count and its totals. */
function groupRows(
  resource: Resource,
  name: string,
  page: Page<AnyRecord>,
  summary: Summary | undefined,
  folded: ReadonlySet<string>,
): readonly RowGroup[] {
  const field = fieldOf(resource, name);
  const Cell = cells[field.kind.name];
  const byKey = new Map<string | null, AnyRecord[]>();
  for (const row of page.data) {
    const key = keyOf(field, row[name]);
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  return (page.groups ?? []).map(({ value, label, count, others }) => {
    const rows = others ? [] : (byKey.get(value) ?? []);
    const totals = summary?.groups.find((group) => group.value === value && !group.others === !others);
    const isPlain = value === null || groupingOf(field) === 'month' || rows.length === 0;
    const left = count - rows.length;
    return {
      key: others ? 'others' : (value ?? ''),
      label: isPlain ? label : <Cell field={field} place="list" record={rows[0]} value={rows[0]?.[name]} />,
      note: [
        countOf(resource.label, count),
        ...Object.entries(totals?.totals ?? {}).map(
          ([of, text]) => `${fieldOf(resource, of).label}: ${text}`,
        ),
        ...(others ? ['en otros grupos; filtre para verlos'] : []),
      ].join(' · '),
      rows,
      more:
        others || left <= 0
          ? undefined
          : rows.length === 0
            ? `Mostrar ${countOf(resource.label, count).toLocaleLowerCase('es')}`
            : `Mostrar ${formatCount(left)} más`,
      folded: folded.has(value ?? ''),
    };
  });
}

/** The expanded groups of a list; none after it is grouped by another field. */
export function useOpenedGroups(name: string | null): {
  opened: ReadonlySet<string>;
  open: (key: string) => void;
} {
  const [kept, setKept] = useState<{ of: string | null; keys: ReadonlySet<string> }>({
    of: name,
    keys: new Set(),
  });
  const opened = useMemo(() => (kept.of === name ? kept.keys : new Set<string>()), [kept, name]);
  return { opened, open: (key) => setKept({ of: name, keys: new Set([...opened, key]) }) };
}

/** The groups of a list, and which of them are collapsed; undefined if the list is not grouped. */
export function useRowGroups(
  resource: Resource,
  name: string | null,
  page: Page<AnyRecord> | undefined,
  summary: Summary | undefined,
): { groups: readonly RowGroup[] | undefined; fold: (key: string) => void } {
  const [folded, setFolded] = useState<{ of: string | null; keys: ReadonlySet<string> }>({
    of: name,
    keys: new Set(),
  });
  const keys = useMemo(() => (folded.of === name ? folded.keys : new Set<string>()), [folded, name]);
  const groups = useMemo(
    () => (name === null || !page?.groups ? undefined : groupRows(resource, name, page, summary, keys)),
    [resource, name, page, summary, keys],
  );
  const fold = (key: string): void => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    setFolded({ of: name, keys: next });
  };
  return { groups, fold };
}
