import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { imageFacts } from '../../media/measuring/image-facts.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

const unmeasured = { document_color_space: null, document_dpi: null };

/** What is measured of a document: of one that is an image. */
export const measureDocument = async (
  { storage }: FastifyInstance,
  tx: Transaction,
  fileId: string | null,
): Promise<{ readonly document_color_space: string | null; readonly document_dpi: number | null }> => {
  const stored =
    fileId === null
      ? undefined
      : await tx.one<{ path: string; mime: string }>(
          sql`SELECT path, mime FROM files WHERE id = ${fileId}::uuid`,
        );
  const bytes = stored?.mime.startsWith('image/') ? await storage.read(stored.path) : undefined;
  if (!bytes) return unmeasured;
  try {
    const { color_space, dpi } = await imageFacts(bytes);
    return { document_color_space: color_space, document_dpi: dpi };
  } catch {
    // What cannot be read is left to the person who approves the sheet.
    return unmeasured;
  }
};

/** Server code of what technical sheets ask for: documents that are images are measured. */
export const techSheetItemHooks: ResourceHooks = {
  beforeUpdate: async ({ tx, server }, _current, values) =>
    'document' in values
      ? measureDocument(server, tx, (values.document as StoredFile | null)?.id ?? null)
      : undefined,
};
