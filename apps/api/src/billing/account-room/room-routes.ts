import { invoicePaper } from '@pauta/domain/billing/invoices/invoice-paper.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readLetterhead } from '../../admin/settings/letterhead.ts';
import { attachment } from '../../platform/http/headers.ts';
import { notFound } from '../../platform/http/problem.ts';
import { sendPdf } from '../../printing/send-pdf.ts';
import { sendNotice } from '../../public-pages/public-page.ts';
import { openRoomDoor, type RoomToken, roomRoute } from '../../public-pages/room-door.ts';
import { logVisit } from '../../public-pages/room-log.ts';
import { visitorOf } from '../../public-pages/visitor.ts';
import { printSettlement } from '../commissions/settlement-printing.ts';
import { invoiceFileName } from '../printing/print-invoice.ts';
import { readPrintedInvoice } from '../printing/read-printed-invoice.ts';
import { sendInvoicePdf } from '../printing/send-invoice-pdf.ts';
import {
  type AccountRoom,
  findAccountRoom,
  linkOf,
  ownsInvoice,
  ownsSettlement,
  readAccountRoom,
} from './room.ts';
import { sendAccountPage } from './room-page.ts';
import { accountPath } from './share-room.ts';

const unknown = {
  title: 'Esta cuenta no está disponible',
  text: 'El enlace no existe, fue retirado o su plazo terminó. Pida uno nuevo a quien se lo envió.',
} as const;

/** The pages of accounts, for people without a user: what their link names is read, and nothing of anybody else. */
export const accountPages = async (app: FastifyInstance): Promise<void> => {
  const { database } = app;
  const visit = await openRoomDoor<AccountRoom, never>(app, {
    path: '/cuenta',
    purpose: 'account-room',
    failure: 'No se pudo mostrar el documento',
    unknown,
    find: (token) => findAccountRoom(database, token),
    linkOf,
    forms: {},
    act: async () => {
      throw notFound();
    },
    sendPage: async (request, reply, room) =>
      sendAccountPage(reply, room, await readAccountRoom(database, room), {
        path: accountPath(request.params.token),
        letterhead: await readLetterhead(app, []),
      }),
  });

  /** Serves files of the account; of any other the same notice as for a link that opens nothing. */
  const fileRoute = (
    path: string,
    owns: (room: AccountRoom, id: string) => Promise<boolean>,
    send: (reply: FastifyReply, id: string) => Promise<FastifyReply>,
  ): void => {
    app.get<{ Params: RoomToken & { id: string } }>(`/cuenta/:token/${path}`, roomRoute, (request, reply) =>
      visit(request, reply, 'pdf', async (room) => {
        const { id } = request.params;
        if (!isId(id) || !(await owns(room, id)))
          return sendNotice(reply.code(404), unknown.title, unknown.text);
        await logVisit(database, linkOf(room), 'downloaded', visitorOf(request));
        reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
        return send(reply, id);
      }),
    );
  };
  const isOwnInvoice = (room: AccountRoom, id: string) => ownsInvoice(database, room, id);

  fileRoute('factura/:id.pdf', isOwnInvoice, (reply, id) => sendInvoicePdf(app, reply, id));
  fileRoute('factura/:id.xml', isOwnInvoice, async (reply, id) => {
    const invoice = await readPrintedInvoice(database, id);
    if (!invoice.signed) return sendNotice(reply.code(404), unknown.title, unknown.text);
    return reply
      .headers({
        'content-disposition': attachment(`${invoiceFileName(invoicePaper(invoice), invoice)}.xml`),
        'cache-control': 'no-store',
      })
      .type('application/xml; charset=utf-8')
      .send(invoice.signed.xml);
  });
  fileRoute(
    'liquidacion/:id.pdf',
    (room, id) => ownsSettlement(database, room, id),
    async (reply, id) => {
      const { document, name } = await printSettlement(app, id);
      return sendPdf(reply, document, name);
    },
  );
};
