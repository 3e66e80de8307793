import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Transaction } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { onePage } from './crm/agreements.ts';

/** Stores a PDF of one page, which says that it belongs to the demonstration. @returns the id of the file */
export const insertPage = async (
  tx: Transaction,
  storage: Pick<Storage, 'put'>,
  { name, title, text }: { readonly name: string; readonly title: string; readonly text: string },
): Promise<string> => {
  const bytes = onePage([title, '', 'Documento de demostración.', text].map((line) => line.normalize('NFC')));
  const path = await storage.put(bytes, { kind: 'documents', extension: 'pdf' });
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO files (path, name, mime, bytes, sha256)
    VALUES (${path}, ${name}, 'application/pdf', ${bytes.length}, ${createHash('sha256').update(bytes).digest()})
    RETURNING id`);
  if (!row) throw new Error('inserting a file answers its id');
  return row.id;
};
