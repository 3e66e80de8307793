import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import { daysInWords } from '@pauta/domain/postsales/transmission/days-in-words.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { actorOf } from '../../platform/access.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { readTemplate } from '../../printing/template.ts';
import { viewPermissions } from '../../resource/reading/row-scope.ts';
import { type IdParams, idParams, refusal, routeOptions } from '../../resource/route.ts';
import { readOrderedContract, readStationOrders } from './read-order.ts';

const template = readTemplate(new URL('./transmission-order.typ', import.meta.url));

/** `GET /api/contracts/{id}/transmission-order.pdf`: what each station has to air for a contract. */
export const transmissionOrderRoute = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams; Querystring: { readonly space?: string } }>(
    `/api/${contracts.path}/:id/transmission-order.pdf`,
    {
      ...routeOptions(
        { anyPermission: viewPermissions(quotas) },
        {
          summary:
            'La orden de transmisión de un contrato: por canal o emisora, sus fechas, horas y materiales',
          params: idParams,
          querystring: {
            type: 'object',
            properties: {
              space: {
                type: 'string',
                pattern: '^[0-9a-f-]{36}$',
                description: 'Un espacio: solo la orden de su canal o emisora',
              },
            },
          },
          response: {
            200: { description: 'El PDF' },
            409: refusal('Nada de ese contrato se transmite por ese canal o emisora'),
          },
        },
      ),
      attachValidation: false,
    },
    async (request, reply) => {
      const { space = null } = request.query;
      if (space !== null && !isId(space)) throw invalid({ space: ['Elija un espacio.'] });
      const actor = actorOf(request);
      const contract = await readOrderedContract(app.database, request.params.id, actor);
      if (!contract) throw notFound();
      const stations = await readStationOrders(app.database, { contract: contract.id, space }, actor);
      if (stations.length === 0)
        throw conflict('not_aired', 'Nada de ese contrato se transmite por ese canal o emisora.');
      const { logo, ...letterhead } = await readLetterhead(app, [contract.company_id]);
      const [first = '', last = ''] = contract.flight.split('|');
      const number = contract.number ?? contract.name;
      const document = await app.printer.print(
        template,
        {
          at: contract.at,
          title: `Orden de transmisión ${number}`,
          facts: [
            ['Contrato', [contract.number, contract.name].filter(Boolean).join(' · ')],
            ['Cliente', contract.client],
            ...(contract.agency === null ? [] : [['Agencia', contract.agency]]),
            ...(contract.signed_on === null ? [] : [['Firmado el', formatCivilDate(contract.signed_on)]]),
            ['Vuelo', daysInWords([{ from: first, to: last }])],
          ],
          stations,
          lineColumns: ['Renglón', 'Vuelo', 'Contratadas', 'Colocadas'],
          spotColumns: ['Hora', 'Corte o espacio', 'Código', 'Material', 'Seg.', 'Días', 'Unidades'],
          empty: 'Aún no hay nada colocado en este canal o emisora.',
          letterhead: { ...letterhead, hasLogo: logo !== null },
        },
        logo === null ? {} : { 'logo.png': logo },
      );
      return sendPdf(reply, document, `Orden de transmisión ${number}`);
    },
  );
};
