import { text } from '@pauta/domain/kinds/text.ts';
import { mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import { techSheetItems } from '@pauta/domain/postsales/tech-sheets/tech-sheet-item.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { fileFieldsOf, limitsOf } from '../../files/limits.ts';
import { uploadRoutes } from '../../files/uploads/upload-routes.ts';
import { changeOf } from '../../platform/command.ts';
import { notFound, Problem } from '../../platform/http/problem.ts';
import { sendScript } from '../../public-pages/public-page.ts';
import {
  type Done,
  openRoomDoor,
  type RoomRequest,
  type RoomToken,
  roomRoute,
} from '../../public-pages/room-door.ts';
import { visitorOf } from '../../public-pages/visitor.ts';
import { idParams } from '../../resource/route.ts';
import { materialPath } from './material-commands.ts';
import { asksForFile, findLink, findMaterialRoom, linkOf, type MaterialRoom } from './room.ts';
import {
  deliverFile,
  requireOpenSheet,
  saveAnswers,
  submitSheet,
  uploadName,
  type Visit,
} from './room-acts.ts';
import { type MaterialForm, sendMaterialPage } from './room-page.ts';
import { uploadScript } from './upload-script.ts';

/** Bytes that one link may have begun to upload and not finished. */
const mostUnfinished = 16 * 1024 ** 3;

const formsOf = {
  // Their fields are what the sheet asks for: see `saveAnswers` and `deliver`.
  guardar: null,
  entregar: null,
  enviar: {
    ficha: text('Ficha', { max: 36, required: true }),
    approved_by: text('Su nombre', { max: 160, required: true }),
  },
} as const;

/** Delivers every file that was uploaded for a sheet; what is refused is told by field. */
const deliver = async (
  app: FastifyInstance,
  room: MaterialRoom,
  visit: Visit,
  given: Values,
): Promise<Done> => {
  const sheet = requireOpenSheet(room, given.ficha);
  const errors: Record<string, string[]> = {};
  for (const item of sheet.items) {
    const upload = given[uploadName(item)];
    if (upload === undefined || !asksForFile(item)) continue;
    await deliverFile(app, room, visit, sheet, { item, upload }).catch((error: unknown) => {
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      Object.assign(errors, error.errors);
    });
  }
  if (Object.keys(errors).length > 0) throw new Problem(422, 'invalid', 'Revise lo señalado.', { errors });
  return { said: null, at: sheet.id };
};

/** The rooms in which clients deliver material, for people without an account. */
export const materialRoomPages = async (app: FastifyInstance): Promise<void> => {
  await openRoomDoor<MaterialRoom, MaterialForm>(app, {
    path: '/material',
    purpose: 'material-room',
    failure: 'No se pudo preparar la página',
    unknown: {
      title: 'Esta página de material no está disponible',
      text: 'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
    },
    find: (token) => findMaterialRoom(app.database, token),
    linkOf,
    forms: formsOf,
    mostBytes: 512 * 1024,
    act: async (request: RoomRequest, room, { form, values }) => {
      const visit: Visit = {
        change: changeOf(request, { reason: `Desde el enlace de ${room.recipient} (${room.email})` }),
        visitor: visitorOf(request),
      };
      if (form === 'entregar') return deliver(app, room, visit, values);
      if (form === 'guardar') {
        const { id } = await saveAnswers(app, room, visit, values);
        return { said: 'guardado', at: id };
      }
      const sheet = requireOpenSheet(room, values.ficha);
      await submitSheet(app, room, visit, { sheet, approvedBy: String(values.approved_by) });
      return { said: 'enviada' };
    },
    sendPage: async (request, reply, room, state) =>
      sendMaterialPage(reply, room, {
        path: materialPath(request.params.token),
        letterhead: await readLetterhead(app, [room.contract.companyId]),
        ...state,
      }),
  });

  app.get('/material/subir.js', roomRoute, async (_request, reply) => sendScript(reply, uploadScript));

  uploadRoutes(app, {
    path: '/material/:token/archivos',
    access: 'public',
    isHidden: true,
    params: {
      ...idParams,
      properties: { ...idParams.properties, token: { type: 'string', maxLength: 64 } },
      required: ['id', 'token'],
    },
    limits: limitsOf(fileFieldsOf({ resources: [mediaFiles, techSheetItems] })),
    mostBytes: mostUnfinished,
    ownerOf: async (request) => {
      const { token } = (request as FastifyRequest<{ Params: RoomToken }>).params;
      const materialLinkId = await findLink(app.database, token);
      if (materialLinkId === undefined)
        throw notFound('El enlace se retiró o venció. Pida uno nuevo a quien se lo envió.');
      return { materialLinkId };
    },
  });
};
