import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { useEffect } from 'react';

/**
 * Takes over what the server has changed meanwhile, while there is nothing to lose in the form.
 *
 * @param base the version that the form stands on
 */
export function useNewerRecord(
  record: AnyRecord | undefined,
  base: AnyRecord | undefined,
  hasSomethingToLose: () => boolean,
  standOn: (record: AnyRecord) => void,
): void {
  useEffect(() => {
    if (!record || !base || record.row_version === base.row_version || hasSomethingToLose()) return;
    standOn(record);
    // Only when a newer record arrives.
  }, [record?.row_version]);
}
