import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { formatField, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { HistoryEntry } from '../data/use-record.ts';

/** A value of a record on a day and today, formatted; null is "empty". */
export interface ValueOn {
  readonly field: string;
  readonly label: string;
  readonly past: string | null;
  readonly present: string | null;
}

/** A record as it was at the end of a day. */
export interface RecordOn {
  /** `before`: it did not exist yet; `unknown`: the log does not reach back to that day. */
  readonly existed: 'yes' | 'before' | 'unknown';
  readonly values: readonly ValueOn[];
}

/**
 * A record as it was at the end of a day in the company's time zone: its present values, each replaced by what it was
 * before its first change after that day. Derived fields, which the log does not have, are left out.
 *
 * @param entries its history, oldest first
 * @example recordOn(inventoryItems, item, history, '2026-03-31').values.filter(({ past, present }) => past !== present)
 */
export const recordOn = (
  resource: Resource,
  record: AnyRecord,
  entries: readonly HistoryEntry[],
  day: string,
): RecordOn => {
  const later = entries.filter(({ at }) => companyDay(at) > day);
  if (later.some(({ action }) => action === 'create')) return { existed: 'before', values: [] };
  if (later.length === entries.length) return { existed: 'unknown', values: [] };
  const former = new Map<string, string | null>();
  for (const { changes } of later) {
    for (const { field, before } of changes) if (!former.has(field)) former.set(field, before);
  }
  const values = Object.entries(resource.fields).flatMap(([name, field]): ValueOn[] => {
    if (field.options.computed || !(name in record)) return [];
    const present = isEmpty(record[name]) ? null : formatField(field, record[name], record);
    const past = former.has(name) ? (former.get(name) ?? null) : present;
    return past === null && present === null ? [] : [{ field: name, label: field.label, past, present }];
  });
  return { existed: 'yes', values };
};
