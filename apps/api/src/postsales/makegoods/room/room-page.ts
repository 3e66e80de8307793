import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { daysText, offerEffect } from '@pauta/domain/postsales/makegoods/offer-text.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../../../admin/settings/letterhead.ts';
import {
  answerStyles,
  codeForm,
  codeInput,
  codeNote,
  codeSaid,
  errorOf,
  hidden,
  input,
  type RefusedForm,
} from '../../../public-pages/answer-parts.ts';
import { escaped, notice, sendDocument } from '../../../public-pages/public-page.ts';
import type { MakegoodRoom, ShownOffer, ShownSpace } from './room.ts';
import { answerName, remarkName, versionName } from './room-acts.ts';

/** A form of the page: its path below that of the page. */
export type MakegoodForm = 'codigo' | 'responder';

const styles = `${answerStyles}
.answer form{max-inline-size:none}
fieldset{margin:.75rem 0 0;padding:0;border:0;display:grid;gap:.25rem}
legend{padding:0;font-weight:600}
.check{display:flex;gap:.75rem;align-items:center;font-weight:400;padding-block:.375rem}
.check input{inline-size:1.25rem;block-size:1.25rem;flex:none}
.line h3 small{display:block;color:var(--muted);font-weight:400}
`;

interface Context {
  readonly room: MakegoodRoom;
  readonly path: string;
  readonly refused: RefusedForm<MakegoodForm> | null;
}

const placeText = (
  days: { readonly starts_on: string; readonly ends_on: string },
  { name, airs_at }: ShownSpace,
): string => [daysText(days), airs_at, name].filter((part) => part !== null).join(' · ');

const valueText = ({ time_slot, price }: ShownSpace, currency: string): string => {
  const parts = [
    time_slot === null ? null : `franja ${time_slot}`,
    price === null ? null : `${formatAmount({ currency, amount: price })} por unidad`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

const stateOf = ({ status, answered_by, answered_at, remark, isGone }: ShownOffer): string => {
  const when = answered_at === null ? '' : `, ${formatInstant(answered_at)}`;
  if (status === 'accepted')
    return notice('good', `Aceptada: quedó colocada. Respondió ${answered_by ?? 'el cliente'}${when}.`);
  if (status === 'declined')
    return notice(
      '',
      `Rechazada por ${answered_by ?? 'el cliente'}${when}${remark === null ? '' : `: ${remark}`}. Le propondremos otro lugar.`,
    );
  return isGone
    ? notice('bad', 'Este lugar se acaba de ocupar. Si lo acepta, le propondremos otro de igual valor.')
    : '';
};

const choiceOf = ({ refused }: Context, offer: ShownOffer): string => {
  const name = answerName(offer);
  const isRefused = refused?.form === 'responder';
  const error = errorOf(refused, 'responder', name);
  const box = (value: string, text: string): string =>
    `<label class="check"><input type="radio" name="${name}" value="${value}"${
      isRefused && refused.values[name] === value && error === null ? ' checked' : ''
    }${error === null ? '' : ` aria-invalid="true" aria-describedby="${offer.id}-error"`}>${text}</label>`;
  return (
    `<fieldset><legend>Su respuesta</legend>${box('si', 'Acepto esta compensación')}${box('no', 'No la acepto')}` +
    `${error === null ? '' : `<span class="error" id="${offer.id}-error">${escaped(error)}</span>`}</fieldset>` +
    hidden(versionName(offer), String(offer.row_version)) +
    input(refused, {
      form: 'responder',
      name: remarkName(offer),
      id: `remark-${offer.id}`,
      label: 'Comentario (opcional)',
      isOptional: true,
      more: 'maxlength="1000"',
    })
  );
};

const offerOf = (context: Context, offer: ShownOffer, canAnswer: boolean): string =>
  `<li class="line"><h3>${escaped(offer.label)}</h3><dl>` +
  `<div><dt>No se emitió</dt><dd>${escaped(placeText(offer.missed, offer.missed.space) + valueText(offer.missed.space, offer.currency))}</dd></div>` +
  `<div><dt>Le proponemos</dt><dd><strong>${escaped(placeText(offer, offer.space) + valueText(offer.space, offer.currency))}</strong></dd></div>` +
  `</dl><p>${escaped(offerEffect(offer))}</p>${stateOf(offer)}` +
  `${canAnswer && offer.status === 'sent' ? choiceOf(context, offer) : ''}</li>`;

const signForm = ({ room, refused }: Context): string =>
  codeNote(room.email) +
  input(refused, {
    form: 'responder',
    name: 'answered_by',
    id: 'answered-by',
    label: 'Su nombre',
    initial: room.recipient,
    more: 'maxlength="80" autocomplete="name"',
  }) +
  input(refused, {
    form: 'responder',
    name: 'position',
    id: 'position',
    label: 'Su cargo',
    more: 'maxlength="36" autocomplete="organization-title"',
  }) +
  codeInput(refused, 'responder') +
  '<p class="note">Al responder queda constancia de su nombre, su cargo, el correo que recibió el código y la fecha.</p>' +
  '<div><button>Enviar mi respuesta</button></div>';

/**
 * The page on which somebody of the client answers the makegoods that are offered for a contract: HTML with forms and
 * without scripts, which any telephone opens.
 *
 * @param path of this page
 * @param said name of the act that was just done
 */
export const sendMakegoodPage = (
  reply: FastifyReply,
  room: MakegoodRoom,
  {
    path,
    letterhead,
    refused,
    said,
  }: {
    readonly path: string;
    readonly letterhead: Letterhead;
    readonly refused: RefusedForm<MakegoodForm> | null;
    readonly said: string | null;
  },
): FastifyReply => {
  const { contract, offers, seller } = room;
  const context: Context = { room, path, refused };
  const waiting = offers.filter(({ status }) => status === 'sent').length;
  const canAnswer = waiting > 0 && (room.hasCode || refused?.form === 'responder');
  const general = refused?.errors._?.[0];
  const list = `<ol class="lines">${offers.map((offer) => offerOf(context, offer, canAnswer)).join('')}</ol>`;
  return sendDocument(reply, {
    title: `Compensaciones de ${contract.name}`,
    letterhead,
    facts: [
      ['Contrato', contract.number],
      ['Cliente', contract.client],
      ['Por responder', countOf({ one: 'propuesta', many: 'propuestas', gender: 'f' }, waiting)],
      ['Contacto', `${seller.name} · ${seller.email}`],
    ],
    download: null,
    body:
      (said === 'codigo' ? notice('good', codeSaid) : '') +
      (said === 'respondido' ? notice('good', 'Su respuesta quedó registrada. Gracias.') : '') +
      (general === undefined ? '' : notice('bad', general)) +
      (offers.length === 0
        ? notice('', 'No hay compensaciones por responder. Le avisaremos cuando haya otra propuesta.')
        : waiting === 0
          ? notice('good', 'No queda nada por responder.')
          : notice(
              '',
              'Estas salidas no se emitieron. Le proponemos compensar cada una con otra de igual o mayor valor. Los lugares no están reservados: se colocan cuando usted acepta.',
            )) +
      (canAnswer
        ? `<form method="post" action="${path}/responder" id="respuesta">${list}<section class="answer" aria-labelledby="answer-title"><h2 id="answer-title">Confirme su respuesta</h2>${signForm(context)}</section></form>`
        : list) +
      (waiting > 0
        ? `<section${canAnswer ? '' : ' id="respuesta"'}>${codeForm(refused, { path, act: 'responder', email: room.email, hasCode: room.hasCode })}</section>`
        : ''),
    notes: [],
    styles,
    hasForms: true,
  });
};
