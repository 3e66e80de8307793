import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { MediaKind } from '@pauta/domain/media/files/media-file.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { sendStoredFile } from '../../files/send-file.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { answerVisit, type VisitKind } from '../../public-pages/answer-visit.ts';
import { isLinkToken } from '../../public-pages/link-token.ts';
import { escaped, sendDocument, sendNotice } from '../../public-pages/public-page.ts';
import { type RoomToken, roomRoute } from '../../public-pages/room-door.ts';
import { mediaPath } from './media-commands.ts';

interface SharedMedia {
  readonly linkId: string;
  readonly until: string;
  readonly title: string;
  readonly kind: MediaKind;
  readonly width: number | null;
  readonly height: number | null;
  readonly seconds: string | null;
  readonly pages: number | null;
  readonly path: string;
  readonly name: string;
  readonly mime: string;
}

const findMedia = async (database: Queryable, token: string): Promise<SharedMedia | undefined> =>
  isLinkToken(token)
    ? database.one<SharedMedia>(sql`
        SELECT k.id AS "linkId", k.expires_on::text AS until, m.title, m.kind, m.width_px AS width, m.height_px AS height,
          m.duration_sec::text AS seconds, m.pages, f.path, f.name, f.mime
        FROM media_links k JOIN media_files m ON m.id = k.media_file_id JOIN files f ON f.id = m.file
        WHERE k.token_hash = ${tokenHash(token)} AND k.closed_at IS NULL AND k.expires_on >= business_date()
          AND m.archived_at IS NULL AND m.status <> 'rejected'`)
    : undefined;

const shown = ({ kind, title }: SharedMedia, source: string): string => {
  const of = `src="${source}"`;
  switch (kind) {
    case 'image':
      return `<p><img class="media" alt="${escaped(title)}" ${of}></p>`;
    case 'video':
      return `<p><video class="media" controls preload="metadata" aria-label="${escaped(title)}" ${of}></video></p>`;
    case 'audio':
      return `<p><audio class="media" controls preload="metadata" aria-label="${escaped(title)}" ${of}></audio></p>`;
    case 'document':
      return '<p>Es un documento PDF. Descárguelo para leerlo.</p>';
  }
};

const factsOf = ({ width, height, seconds, pages, until }: SharedMedia) =>
  [
    ...(width !== null && height !== null ? [['Tamaño', `${width} × ${height} px`] as const] : []),
    ...(seconds !== null ? [['Duración', `${Number(seconds)} s`] as const] : []),
    ...(pages !== null ? [['Páginas', String(pages)] as const] : []),
    ['Se abre hasta', formatCivilDate(until)] as const,
  ] as const;

/** The pages of shared media files, for people without an account. */
export const mediaPages = (app: FastifyInstance): void => {
  const visit = (
    request: FastifyRequest<{ Params: RoomToken }>,
    reply: FastifyReply,
    kind: VisitKind,
    send: (media: SharedMedia) => Promise<FastifyReply>,
  ): Promise<FastifyReply> =>
    answerVisit(app, request, reply, {
      purpose: 'media-page',
      kind,
      find: () => findMedia(app.database, request.params.token),
      send,
      sendUnknown: (unknown) =>
        sendNotice(
          unknown.code(404),
          'Este archivo no está disponible',
          'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
        ),
      failure: 'No se pudo mostrar el archivo',
    });

  app.get<{ Params: RoomToken }>('/archivo/:token', roomRoute, (request, reply) =>
    visit(request, reply, 'page', async (media) => {
      await app.database.query(sql`
        UPDATE media_links SET visits = visits + 1, last_visit_at = now() WHERE id = ${media.linkId}::uuid`);
      const source = `${mediaPath(request.params.token)}/contenido`;
      return sendDocument(reply, {
        title: media.title,
        letterhead: await readLetterhead(app, []),
        facts: factsOf(media),
        download: null,
        body: `${shown(media, source)}<p><a class="button" href="${source}?descargar=si" download>Descargar</a></p>`,
        notes: [],
        styles: '.media{max-inline-size:100%;max-block-size:70vh}audio.media{inline-size:100%}',
        showsMedia: true,
      });
    }),
  );

  // Players ask for parts of a file many times.
  app.get<{ Params: RoomToken; Querystring: { descargar?: string } }>(
    '/archivo/:token/contenido',
    roomRoute,
    (request, reply) =>
      visit(request, reply, 'media', (media) =>
        sendStoredFile(request, reply, media, {
          disposition: request.query.descargar === 'si' ? 'attachment' : 'inline',
          cache: 'private, no-store',
        }),
      ),
  );
};
