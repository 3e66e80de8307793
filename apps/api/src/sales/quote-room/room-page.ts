import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { PaperLine } from '@pauta/domain/sales/lines/sale-paper.ts';
import { quotePaper } from '@pauta/domain/sales/quotes/quote-paper.ts';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import {
  answerStyles,
  calendarOf,
  codeForm,
  codeInput,
  codeNote,
  codeSaid,
  hidden,
  input,
  lineItem,
  type RefusedForm,
  totalsOf,
} from '../../public-pages/answer-parts.ts';
import { escaped, notice, sendDocument } from '../../public-pages/public-page.ts';
import type { Room, RoomMessage } from './room.ts';

/** A form of the page: its path below that of the page. */
export type RoomForm = 'comentario' | 'codigo' | 'aceptar' | 'rechazar';

const talkOf = (messages: readonly RoomMessage[]): string =>
  messages.length === 0
    ? ''
    : `<ul class="talk">${messages
        .map(
          ({ author, by_client, asks_changes, body, created_at }) =>
            `<li${by_client ? ' class="own"' : ''}><small>${escaped(author)} · ${formatInstant(created_at)}${
              asks_changes ? ' · pide cambios' : ''
            }</small>${escaped(body)}</li>`,
        )
        .join('')}</ul>`;

const commentForm = (
  { path, refused, isOpen }: Context,
  line: Pick<PaperLine, 'id' | 'title'> | null,
): string => {
  const own = refused?.form === 'comentario' && (refused.values.line_id ?? '') === (line?.id ?? '');
  const id = `comment-${line?.id ?? 'all'}`;
  return (
    `<form method="post" action="${path}/comentario">${line === null ? '' : hidden('line_id', line.id)}` +
    input(own ? refused : null, {
      form: 'comentario',
      name: 'body',
      id,
      label: line === null ? 'Su comentario' : `Su comentario sobre «${line.title}»`,
      rows: true,
      more: 'maxlength="2000"',
    }) +
    `<div class="row"><button class="quiet" name="asks_changes" value="no">Enviar comentario</button>${
      isOpen
        ? `<button class="quiet" name="asks_changes" value="si">${line === null ? 'Pedir cambios' : 'Pedir este cambio'}</button>`
        : ''
    }</div></form>`
  );
};

const lineOf = (context: Context, line: PaperLine): string => {
  const about = context.room.messages.filter(({ line_id }) => line_id === line.id);
  const isRefused = context.refused?.form === 'comentario' && context.refused.values.line_id === line.id;
  return lineItem(line, {
    more: `${talkOf(about)}<details${isRefused ? ' open' : ''}><summary>Comentar este renglón</summary>${commentForm(context, line)}</details>`,
  });
};

const stateOf = ({ room, isOpen }: Context): string => {
  if (isOpen)
    return `<p class="notice">Responda hasta el ${formatCivilDate(room.validUntil)}. <a href="#respuesta">Ir a su respuesta</a></p>`;
  switch (room.status) {
    case 'accepted':
    case 'converted':
      return notice(
        'good',
        `Aceptado por ${room.acceptedBy ?? ''} el ${formatCivilDate(room.acceptedOn ?? '')}.`,
      );
    case 'rejected':
      return notice('bad', 'Este presupuesto se rechazó.');
    case 'superseded':
      return notice(
        'bad',
        `Hay una versión más nueva de este presupuesto y esta ya no se acepta. Pida el enlace nuevo a ${room.seller.name}.`,
      );
    default:
      return notice(
        'bad',
        `Este presupuesto venció el ${formatCivilDate(room.validUntil)}. Pida otro a ${room.seller.name}.`,
      );
  }
};

const answerOf = ({ room, path, refused, total }: Context): string => {
  const accept =
    `<form method="post" action="${path}/aceptar">${hidden('hash', room.version.hash)}` +
    codeNote(room.email) +
    input(refused, {
      form: 'aceptar',
      name: 'accepted_by',
      id: 'accepted-by',
      label: 'Su nombre',
      initial: room.recipient,
      more: 'maxlength="160" autocomplete="name"',
    }) +
    input(refused, {
      form: 'aceptar',
      name: 'position',
      id: 'position',
      label: 'Su cargo',
      more: 'maxlength="160" autocomplete="organization-title"',
    }) +
    codeInput(refused, 'aceptar') +
    `<p class="note">Al aceptar queda constancia de su nombre, su cargo, el correo que recibió el código, la fecha y la huella de esta versión.</p>` +
    `<div><button>${escaped(`Aceptar por ${total}`)}</button></div></form>`;
  const declined = refused?.form === 'rechazar';
  return (
    `<section class="answer" id="respuesta" aria-labelledby="answer-title"><h2 id="answer-title">Su respuesta</h2>` +
    `${room.hasCode || refused?.form === 'aceptar' ? accept : ''}${codeForm(refused, { path, act: 'aceptar', email: room.email, hasCode: room.hasCode })}` +
    `<details${declined ? ' open' : ''}><summary>Rechazar el presupuesto</summary><form method="post" action="${path}/rechazar">` +
    input(refused, {
      form: 'rechazar',
      name: 'reason',
      id: 'reason',
      label: 'Motivo',
      hint: 'Nos ayuda a hacerle una propuesta mejor.',
      rows: true,
      more: 'maxlength="1000"',
    }) +
    '<div><button class="danger">Rechazar</button></div></form></details></section>'
  );
};

const done: Readonly<Record<string, string>> = {
  comentario: 'Su comentario quedó enviado.',
  cambio: 'Su pedido de cambios quedó enviado. Le haremos llegar una nueva versión.',
  codigo: codeSaid,
};

interface Context {
  readonly room: Room;
  readonly path: string;
  readonly isOpen: boolean;
  readonly refused: RefusedForm<RoomForm> | null;
  readonly total: string;
}

/**
 * The page of a quote for its client: HTML with forms and without scripts, which any telephone opens.
 *
 * @param path of this page
 * @param said name of the act that was just done
 */
export const sendRoomPage = (
  reply: FastifyReply,
  room: Room,
  {
    path,
    letterhead,
    refused = null,
    said = null,
  }: {
    readonly path: string;
    readonly letterhead: Letterhead;
    readonly refused?: RefusedForm<RoomForm> | null;
    readonly said?: string | null;
  },
): FastifyReply => {
  const paper = quotePaper(room.version.content);
  const total = paper.totals.at(-1)?.amount ?? '';
  const context: Context = { room, path, isOpen: room.isOpen, refused, total };
  const general = refused?.errors._?.[0];
  return sendDocument(reply, {
    title: paper.title,
    letterhead,
    facts: paper.facts,
    download: `${path}/presupuesto.pdf`,
    body:
      (said !== null && done[said] !== undefined ? notice('good', done[said]) : '') +
      (general === undefined ? '' : notice('bad', general)) +
      stateOf(context) +
      `<h2>Renglones</h2><ol class="lines">${paper.lines.map((line) => lineOf(context, line)).join('')}</ol>` +
      `<h2>Totales</h2>${totalsOf(paper.totals)}` +
      (paper.calendars.length === 0 ? '' : `<h2>Calendario</h2>${paper.calendars.map(calendarOf).join('')}`) +
      (paper.terms.length === 0
        ? ''
        : `<h2>Condiciones</h2>${paper.terms.map((term) => `<p>${escaped(term)}</p>`).join('')}`) +
      `<h2>Conversación</h2>${talkOf(room.messages.filter(({ line_id }) => line_id === null))}${commentForm(context, null)}` +
      (room.isOpen ? answerOf(context) : ''),
    notes: [`Huella de esta versión (SHA-256): ${room.version.hash}`],
    styles: answerStyles,
    hasForms: true,
  });
};
