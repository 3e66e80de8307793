import { useApiQuery } from '@pauta/core/react';
import type { JsonRow } from '@pauta/domain/kinds/json.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { PhoneSource } from '@pauta/domain/resource/headline.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { callRefusal, hasWhatsApp } from '../field-components/phones/phone-links.ts';
import { useLoaded } from './use-loaded.ts';

/** The person to call about a record. */
export interface PhoneContact {
  /** The number to call; absent if none can be called. */
  readonly call?: JsonRow;
  /** The number with WhatsApp. */
  readonly chat?: JsonRow;
  /** Why no number can be called: there is none, or the person asked not to be called. */
  readonly refusal: string;
  /** Name of the owner of the number. */
  readonly name?: string;
  /** The record of the owner, if it is another record. */
  readonly person?: { readonly resource: Resource; readonly id: string };
}

const rowsOf = (record: AnyRecord, field: string): readonly JsonRow[] =>
  ((record[field] ?? []) as readonly JsonRow[]).toSorted(
    (a, b) => Number(b.is_primary === true) - Number(a.is_primary === true),
  );

const phoneContact = (rows: readonly JsonRow[], rest: Omit<PhoneContact, 'refusal'> = {}): PhoneContact => {
  const call = rows.find((row) => callRefusal(row) === undefined);
  const chat = rows.find(hasWhatsApp);
  const [first] = rows;
  return {
    ...rest,
    ...(call && { call }),
    ...(chat && { chat }),
    refusal: (first && callRefusal(first)) ?? 'No tiene teléfono.',
  };
};

const people = (reach: PhoneSource): reach is Extract<PhoneSource, { of: unknown }> => 'of' in reach;

/**
 * Determines the person to call about a record; undefined until loaded.
 *
 * @param ways the sources of numbers in the headline of the definition, in the order in which they are tried
 */
export function usePhoneContact(ways: readonly PhoneSource[], record: AnyRecord): PhoneContact | undefined {
  const far = ways.find(people);
  const resource = useLoaded(far?.of);
  const through = far && 'through' in far ? (record[far.through] as Reference | null)?.id : undefined;
  const path =
    !far || !resource
      ? null
      : 'by' in far
        ? `/${resource.path}?f.${far.by}=${record.id}&fields=${far.rows},${far.main}&limit=25`
        : through
          ? `/${resource.path}/${through}`
          : null;
  const { data, error } = useApiQuery<{ data: AnyRecord | readonly AnyRecord[] }>(path);
  const found = ways.flatMap((way): PhoneContact[] => {
    if ('field' in way) {
      const number = record[way.field];
      const name = (way.name ?? []).map((one) => record[one]).filter(Boolean);
      return number
        ? [phoneContact([{ number } as JsonRow], name.length > 0 ? { name: name.join(' ') } : {})]
        : [];
    }
    if (!people(way)) return [phoneContact(rowsOf(record, way.rows))];
    if (!data || !resource) return [];
    const list = Array.isArray(data.data) ? (data.data as readonly AnyRecord[]) : [data.data as AnyRecord];
    return list
      .toSorted((a, b) => ('main' in way ? Number(b[way.main] === true) - Number(a[way.main] === true) : 0))
      .map((one) =>
        phoneContact(rowsOf(one, way.rows), {
          name: String(one[resource.title] ?? ''),
          person: { resource, id: one.id },
        }),
      );
  });
  const best = found.find(({ call }) => call) ?? found[0];
  if (best) return best;
  const waits = far !== undefined && !error && (!resource || (path !== null && !data));
  return waits ? undefined : { refusal: 'No tiene teléfono.' };
}
