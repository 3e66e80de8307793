import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { useEffect } from 'react';

/**
 * Resets the form to a newer version of the record, unless it has unsaved input.
 *
 * @param base the version on which the form is based
 */
export function useNewerRecord(
  record: AnyRecord | undefined,
  base: AnyRecord | undefined,
  hasSomethingToLose: () => boolean,
  resetTo: (record: AnyRecord) => void,
): void {
  useEffect(() => {
    if (!record || !base || record.row_version === base.row_version || hasSomethingToLose()) return;
    resetTo(record);
    // Runs only when the version of the record changes.
  }, [record?.row_version]);
}
