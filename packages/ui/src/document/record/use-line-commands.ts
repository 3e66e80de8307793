import { ApiError } from '@pauta/core';
import type { Document, PlacedLines } from '@pauta/domain/document/document.ts';
import type { LinePatch } from '@pauta/domain/document/merge-lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { useCommands } from '../../data/use-commands.ts';
import { othersChanges } from '../../form/conflict/others-changes.ts';

/**
 * Writes single lines with mode `beside` under the version of their document. If others changed only other lines
 * meanwhile, it retries with the current version.
 */
export function useLineCommands(document: Document, record: AnyRecord, { name }: PlacedLines) {
  const commands = useCommands(document);
  return async (patch: Partial<LinePatch>): Promise<AnyRecord> => {
    const body = { [name]: patch };
    const ids = [...(patch.put ?? []).map(({ id }) => id), ...(patch.drop ?? [])];
    try {
      return await commands.update(record, body);
    } catch (error) {
      const isMet =
        !(error instanceof ApiError) ||
        error.status !== 412 ||
        othersChanges(error).some(({ lines }) => ids.some((id) => lines?.[name]?.[id] !== undefined));
      if (isMet) throw error;
      return commands.update(await commands.read(record.id), body);
    }
  };
}
