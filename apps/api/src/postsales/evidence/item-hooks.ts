import type { StoredFile } from '@pauta/domain/kinds/file.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { measureFile } from '../../media/measuring/measure-job.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** Has photos read by the server, and compares a file with what the telephone calculated when it was taken. */
const check = async ({ tx, server }: HandlerContext, values: Values, current: Values = {}): Promise<void> => {
  const next = { ...current, ...values };
  if (isEmpty(next.latitude) !== isEmpty(next.longitude))
    throw invalid({ longitude: ['Escriba la latitud y la longitud, o ninguna.'] });
  if (!('file' in values || 'captured_sha256' in values) || isEmpty(next.file)) return;
  const { id } = next.file as StoredFile;
  const stored = await tx.one<{ mime: string; sha256: string }>(
    sql`SELECT mime, encode(sha256, 'hex') AS sha256 FROM files WHERE id = ${id}::uuid`,
  );
  if (!stored) return;
  const captured = 'captured_sha256' in values ? values.captured_sha256 : null;
  if (!isEmpty(captured) && captured !== stored.sha256)
    throw invalid({ file: ['No es el archivo que se tomó: su huella es otra. Tómelo de nuevo.'] });
  if (stored.mime.startsWith('image/')) await server.jobs.addMissing(tx, measureFile, { id });
};

/** Server code of pieces of evidence. */
export const evidenceItemHooks: ResourceHooks = {
  beforeCreate: (context, values) => check(context, values),
  beforeUpdate: async (context, current, values) => {
    await check(context, values, current);
    // The hash is that of the file that was taken.
    return 'file' in values && !('captured_sha256' in values) ? { captured_sha256: null } : undefined;
  },
};
