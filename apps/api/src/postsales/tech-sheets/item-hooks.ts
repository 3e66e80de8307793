import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import sql from 'sql-template-tag';
import { imageFacts } from '../../media/measuring/image-facts.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

const unmeasured = { document_color_space: null, document_dpi: null };

/** Server code of what technical sheets ask for: documents that are images are measured. */
export const techSheetItemHooks: ResourceHooks = {
  beforeUpdate: async ({ tx, server }, _current, values) => {
    if (!('document' in values)) return undefined;
    const document = values.document as StoredFile | null;
    const stored =
      document &&
      (await tx.one<{ path: string; mime: string }>(
        sql`SELECT path, mime FROM files WHERE id = ${document.id}::uuid`,
      ));
    const bytes = stored?.mime.startsWith('image/') ? await server.storage.read(stored.path) : undefined;
    if (!bytes) return unmeasured;
    try {
      const { color_space, dpi } = await imageFacts(bytes);
      return { document_color_space: color_space, document_dpi: dpi };
    } catch {
      // What cannot be read is left to the person who approves the sheet.
      return unmeasured;
    }
  },
};
