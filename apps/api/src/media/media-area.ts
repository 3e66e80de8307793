import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import { actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { parseOptionsQuery, readOptions } from '../resource/reading/options.ts';
import { sendJson } from '../resource/route.ts';
import { tableOf } from '../resource/table.ts';
import { mediaFileHooks } from './files/hooks.ts';
import { pictureRoutes } from './files/picture-routes.ts';
import { mediaUsageRoute } from './files/usage-route.ts';
import { measureFile, measureMissing, workOnMeasuring } from './measuring/measure-job.ts';
import { createMeasurer } from './measuring/measurer.ts';
import { mediaHandlers } from './sharing/media-commands.ts';
import { mediaPages } from './sharing/media-page.ts';
import { mediaStaffRoutes } from './sharing/staff-routes.ts';

/** The library of videos, images and audio. */
export const mediaArea: Area = (app) => {
  app.database.explainConstraints({
    media_files_once: { field: 'file', message: 'Este mismo archivo ya está en la biblioteca.' },
    media_files_kind_of_content: {
      field: 'file',
      message: 'El contenido del archivo no es de esa clase. Elija otra clase u otro archivo.',
    },
    placements_material_rejected: {
      field: 'media_file_id',
      message: 'Su material fue rechazado al medirlo. Elija otro y confirme de nuevo.',
    },
  });
  app.get<{ Querystring: Record<string, string> }>(
    '/api/media-files/images',
    {
      config: { access: { permission: mediaFiles.permissions.viewAll ?? '' } },
      schema: { summary: 'Imágenes de la biblioteca, como opciones' },
    },
    async (request, reply) => {
      const table = tableOf(mediaFiles);
      const query = parseOptionsQuery(table, {
        ...request.query,
        'f.kind': 'image',
        'f.status': 'available',
      });
      return sendJson(reply, await readOptions(app.database, table, query, actorOf(request)));
    },
  );
  pictureRoutes(app);
  mediaUsageRoute(app);
  mediaStaffRoutes(app);
  mediaPages(app);
  mountResource(app, mediaFiles, { ...mediaFileHooks, commands: mediaHandlers });
  const measurer = createMeasurer(app);
  app.jobs.handle(measureFile, workOnMeasuring(app, measurer));
  app.addHook('onListen', () => measureMissing(app));
  app.addHook('onClose', async () => measurer.close());
};
