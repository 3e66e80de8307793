import { text } from '@pauta/domain/kinds/text.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import type { FastifyInstance } from 'fastify';
import { readLetterhead } from '../../../admin/settings/letterhead.ts';
import { changeOf } from '../../../platform/command.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { openRoomDoor, type RoomRequest } from '../../../public-pages/room-door.ts';
import { visitorOf } from '../../../public-pages/visitor.ts';
import { makegoodPath } from '../offer-hooks.ts';
import { findMakegoodRoom, linkOf, type MakegoodRoom } from './room.ts';
import { answerInRoom, sendCode, type Visit } from './room-acts.ts';
import { type MakegoodForm, sendMakegoodPage } from './room-page.ts';

const signed = {
  answered_by: text('Su nombre', { max: 80, required: true }),
  position: text('Su cargo', { max: 36, required: true }),
  code: text('Código', { max: 12, required: true }),
};

/** The pages on which clients answer what is offered for what was not aired, for people without an account. */
export const makegoodPages = async (app: FastifyInstance): Promise<void> => {
  await openRoomDoor<MakegoodRoom, MakegoodForm>(app, {
    path: '/compensaciones',
    purpose: 'makegood-room',
    failure: 'No se pudo mostrar la página',
    unknown: {
      title: 'Esta página de compensaciones no está disponible',
      text: 'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
    },
    find: (token) => findMakegoodRoom(app.database, token),
    linkOf,
    // The fields of an answer are those of the offers that the page showed: see `answerInRoom`.
    forms: { codigo: {}, responder: null },
    mostBytes: 512 * 1024,
    act: async (request: RoomRequest, room, { form, values }) => {
      const visit: Visit = {
        change: changeOf(request, { reason: `Desde el enlace de ${room.recipient} (${room.email})` }),
        visitor: visitorOf(request),
      };
      if (form === 'codigo') {
        await sendCode(app, room, visit);
        return { said: 'codigo', at: 'respuesta' };
      }
      const given = parseValues(
        signed,
        Object.fromEntries(Object.keys(signed).map((name) => [name, values[name] ?? null])),
      );
      if (!given.ok) throw invalid(given.errors);
      const { answered_by, position, code } = given.values;
      await answerInRoom(app, room, visit, {
        by: `${String(answered_by)} (${String(position)})`,
        code: String(code),
        given: values,
      });
      return { said: 'respondido' };
    },
    sendPage: async (request, reply, room, state) =>
      sendMakegoodPage(reply, room, {
        path: makegoodPath(request.params.token),
        letterhead: await readLetterhead(app, [room.contract.companyId]),
        ...state,
      }),
  });
};
