import { useApiQuery } from '@pauta/core/react';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo } from 'react';

interface Answer {
  readonly data: readonly { readonly name: string; readonly reasons: readonly Reason[] }[];
}

/**
 * The reasons from the server why commands cannot be run on a record, by name of the command. Requested after the
 * record and cached separately, because they depend on the time and on other records.
 */
export function useCommandReasons(
  resource: Resource,
  record: AnyRecord,
): ReadonlyMap<string, readonly Reason[]> {
  const isAsked = Object.values(resource.commands).some(({ checked }) => checked);
  const { data } = useApiQuery<Answer>(isAsked ? `/${resource.path}/${record.id}/commands` : null);
  return useMemo(() => new Map(data?.data.map(({ name, reasons }) => [name, reasons])), [data]);
}
