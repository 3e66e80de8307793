import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Errors, Values } from '@pauta/domain/resource/resource.ts';
import { type PaperCalendar, type PaperLine, quotePaper } from '@pauta/domain/sales/quotes/quote-paper.ts';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import { escaped, sendDocument } from '../../public-pages/public-page.ts';
import type { Room, RoomMessage } from './room.ts';

/** A form of the page: its path below that of the page. */
export type RoomForm = 'comentario' | 'codigo' | 'aceptar' | 'rechazar';

/** What was sent with a form that was refused, to be shown again with the reasons. */
export interface RefusedForm {
  readonly form: RoomForm;
  readonly values: Values;
  readonly errors: Errors;
}

const styles = `
:root{--good:#1d6b43;--good-soft:#e3f4ea;--bad:#a3212e;--bad-soft:#fbe6e8}
@media (prefers-color-scheme:dark){:root{--good:#8fd9b0;--good-soft:#16301f;--bad:#f3a6ae;--bad-soft:#3a1a1f}}
.lines{display:grid;gap:.75rem;margin:0;padding:0;list-style:none}
.line{padding:1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface)}
.line h3{margin:0}
.line ul{margin:.25rem 0 .75rem;padding:0;list-style:none;color:var(--muted);font-size:.9375rem}
.line dl{grid-template-columns:repeat(auto-fit,minmax(7.5rem,1fr));margin:.5rem 0}
.line dd:last-child{font-variant-numeric:tabular-nums}
.totals{max-inline-size:26rem;margin-inline-start:auto}
.totals tr:last-child>*{font-weight:600;font-size:1.0625rem}
.totals th{font-weight:inherit}
.notice{margin:1rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-inline-start:4px solid var(--accent);border-radius:.5rem;background:var(--surface)}
.notice.good{border-inline-start-color:var(--good);background:var(--good-soft);color:var(--good)}
.notice.bad{border-inline-start-color:var(--bad);background:var(--bad-soft);color:var(--bad)}
.talk{display:grid;gap:.5rem;margin:.75rem 0;padding:0;list-style:none}
.talk li{padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;max-inline-size:44rem;overflow-wrap:anywhere;white-space:pre-line}
.talk li.own{margin-inline-start:auto;border-color:var(--accent)}
.talk small{display:block;color:var(--muted)}
form{display:grid;gap:.75rem;max-inline-size:36rem;margin:.75rem 0}
label{display:grid;gap:.25rem;font-weight:600}
label small{color:var(--muted);font-weight:400}
input,textarea{inline-size:100%;padding:.625rem .75rem;border:1px solid var(--muted);border-radius:.5rem;background:var(--surface);color:var(--text);font:inherit;font-weight:400}
textarea{min-block-size:6rem}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.error{color:var(--bad);font-weight:400}
.row{display:flex;flex-wrap:wrap;gap:.75rem}
button{min-block-size:2.75rem;padding:.625rem 1rem;border:0;border-radius:.5rem;background:var(--button);color:var(--on-button);font:inherit;font-weight:600;cursor:pointer}
button.quiet{border:1px solid var(--muted);background:var(--surface);color:var(--text)}
button.danger{border:1px solid var(--bad);background:var(--surface);color:var(--bad)}
summary{padding-block:.625rem;color:var(--accent);font-weight:600;cursor:pointer}
.answer{margin-block:2rem;padding:1rem;border:2px solid var(--accent);border-radius:.75rem;background:var(--surface)}
.answer h2{margin-block-start:0}
@media print{form,details{display:none}}
`;

const errorOf = (refused: RefusedForm | null, form: RoomForm, name: string): string | null =>
  refused?.form === form ? (refused.errors[name]?.[0] ?? null) : null;

const enteredIn = (refused: RefusedForm | null, form: RoomForm, name: string, initial = ''): string =>
  refused?.form === form ? String(refused.values[name] ?? '') : initial;

interface InputOptions {
  readonly form: RoomForm;
  readonly name: string;
  readonly label: string;
  readonly id: string;
  readonly hint?: string;
  readonly initial?: string;
  readonly rows?: boolean;
  /** Attributes of the element. */
  readonly more?: string;
}

const input = (
  refused: RefusedForm | null,
  { form, name, label, id, hint, initial, rows = false, more = '' }: InputOptions,
): string => {
  const error = errorOf(refused, form, name);
  const value = escaped(enteredIn(refused, form, name, initial));
  const described = error === null ? '' : ` aria-invalid="true" aria-describedby="${id}-error" autofocus`;
  const shared = `id="${id}" name="${name}" required${described} ${more}`;
  return (
    `<label for="${id}">${escaped(label)}${hint === undefined ? '' : `<small>${escaped(hint)}</small>`}` +
    (rows ? `<textarea ${shared}>${value}</textarea>` : `<input ${shared} value="${value}">`) +
    `${error === null ? '' : `<span class="error" id="${id}-error">${escaped(error)}</span>`}</label>`
  );
};

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`;

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
  const facts = [
    ['Fechas', line.flight],
    ['Cantidad', line.quantity],
    ['Precio', line.price],
    ...(line.discount === '' ? [] : [['Descuento', line.discount]]),
    ['Neto', line.net],
  ] as const;
  return (
    `<li class="line" id="${line.id}"><h3>${escaped(line.title)}</h3>` +
    `<ul>${line.details.map((detail) => `<li>${escaped(detail)}</li>`).join('')}</ul>` +
    `<dl>${facts.map(([label, value]) => `<div><dt>${label}</dt><dd>${escaped(String(value))}</dd></div>`).join('')}</dl>` +
    `${talkOf(about)}<details${isRefused ? ' open' : ''}><summary>Comentar este renglón</summary>${commentForm(context, line)}</details></li>`
  );
};

const calendarOf = ({ columns, rows }: PaperCalendar, place: number): string =>
  `<div class="scroll wide" role="region" tabindex="0" aria-label="Unidades por semana${place === 0 ? '' : `, parte ${place + 1}`}">` +
  `<table><thead><tr><th scope="col">Unidades por semana</th>${columns
    .map(
      ({ label, name }) =>
        `<th scope="col" class="number"><abbr title="${escaped(name)}">${label}</abbr></th>`,
    )
    .join('')}</tr></thead><tbody>${rows
    .map(
      ({ title, cells }) =>
        `<tr><th scope="row">${escaped(title)}</th>${cells.map((cell) => `<td class="number">${cell}</td>`).join('')}</tr>`,
    )
    .join('')}</tbody></table></div>`;

const notice = (tone: 'good' | 'bad' | '', text: string): string =>
  `<p class="notice ${tone}" role="status">${escaped(text)}</p>`;

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

/** The address to which the code goes, without showing it to somebody who was forwarded the link. */
const veiled = (email: string): string => {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
};

const answerOf = ({ room, path, refused, total }: Context): string => {
  const code =
    `<form method="post" action="${path}/codigo"><p>${
      room.hasCode ? '¿No le llegó?' : `Para aceptar le enviamos un código a ${escaped(veiled(room.email))}.`
    }</p>` +
    `${errorOf(refused, 'codigo', 'code') === null ? '' : notice('bad', String(errorOf(refused, 'codigo', 'code')))}` +
    `<div><button${room.hasCode ? ' class="quiet"' : ''}>${room.hasCode ? 'Enviar otro código' : 'Enviar el código'}</button></div></form>`;
  const accept =
    `<form method="post" action="${path}/aceptar">${hidden('hash', room.version.hash)}` +
    `<p>Enviamos un código a ${escaped(veiled(room.email))}. Vale 15 minutos.</p>` +
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
    input(refused, {
      form: 'aceptar',
      name: 'code',
      id: 'code',
      label: 'Código',
      hint: 'Los 6 dígitos del correo.',
      more: 'inputmode="numeric" autocomplete="one-time-code" maxlength="12"',
    }) +
    `<p class="note">Al aceptar queda constancia de su nombre, su cargo, el correo que recibió el código, la fecha y la huella de esta versión.</p>` +
    `<div><button>${escaped(`Aceptar por ${total}`)}</button></div></form>`;
  const declined = refused?.form === 'rechazar';
  return (
    `<section class="answer" id="respuesta" aria-labelledby="answer-title"><h2 id="answer-title">Su respuesta</h2>` +
    `${room.hasCode || refused?.form === 'aceptar' ? accept : ''}${code}` +
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
  codigo: 'Le enviamos el código. Si no lo ve, revise el correo no deseado.',
};

interface Context {
  readonly room: Room;
  readonly path: string;
  readonly isOpen: boolean;
  readonly refused: RefusedForm | null;
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
    readonly refused?: RefusedForm | null;
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
      `<h2>Totales</h2><div class="scroll totals"><table><tbody>${paper.totals
        .map(
          ({ label, amount }) =>
            `<tr><th scope="row">${escaped(label)}</th><td class="number">${amount}</td></tr>`,
        )
        .join('')}</tbody></table></div>` +
      (paper.calendars.length === 0 ? '' : `<h2>Calendario</h2>${paper.calendars.map(calendarOf).join('')}`) +
      (paper.terms.length === 0
        ? ''
        : `<h2>Condiciones</h2>${paper.terms.map((term) => `<p>${escaped(term)}</p>`).join('')}`) +
      `<h2>Conversación</h2>${talkOf(room.messages.filter(({ line_id }) => line_id === null))}${commentForm(context, null)}` +
      (room.isOpen ? answerOf(context) : ''),
    notes: [`Huella de esta versión (SHA-256): ${room.version.hash}`],
    styles,
    hasForms: true,
  });
};
