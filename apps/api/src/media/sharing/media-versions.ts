import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import sql, { raw } from 'sql-template-tag';
import type { FileOwner } from '../../resource/engine.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';

/** Tables of media files, of which the log names the file. */
export const mediaTables = { media_links: mediaFiles.name } as const;

/** The content of earlier versions, for whoever may see the file. */
export const mediaVersionFiles: FileOwner = {
  isOwned: raw('EXISTS (SELECT FROM media_versions v WHERE v.file = f.id)'),
  isOwnedBySeen: (actor) => sql`EXISTS (
    SELECT FROM media_versions v JOIN media_files t ON t.id = v.media_file_id
    WHERE v.file = f.id AND ${scopeCondition(mediaFiles, actor)})`,
};
