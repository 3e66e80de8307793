import { useApiQuery } from '@pauta/core/react';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo } from 'react';

interface Answer {
  readonly data: readonly { readonly name: string; readonly reasons: readonly Reason[] }[];
}

/**
 * The server's reasons against the commands on a record, by name. Requested after the page and cached separately from
 * the record, because they depend on the clock and on other records.
 */
export function useCommandReasons(
  resource: Resource,
  record: AnyRecord,
): ReadonlyMap<string, readonly Reason[]> {
  const isAsked = Object.values(resource.commands).some(({ checked }) => checked);
  const { data } = useApiQuery<Answer>(isAsked ? `/${resource.path}/${record.id}/commands` : null);
  return useMemo(() => new Map(data?.data.map(({ name, reasons }) => [name, reasons])), [data]);
}
