import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { signedName, signedPaper } from '@pauta/domain/sales/addenda/signed-content.ts';
import type { PaperClause } from '@pauta/domain/sales/contracts/contract-paper.ts';
import { consentText, drawingBox } from '@pauta/domain/sales/signing/signature.ts';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import {
  answerStyles,
  calendarOf,
  codeForm,
  codeInput,
  codeNote,
  codeSaid,
  errorOf,
  hidden,
  input,
  lineItem,
  type RefusedForm,
  totalsOf,
} from '../../public-pages/answer-parts.ts';
import { escaped, notice, sendDocument } from '../../public-pages/public-page.ts';
import { contentToSign, type Signer } from '../signing/signing-request.ts';
import type { SigningRoom } from './room.ts';

/** A form of the page: its path below that of the page. */
export type SigningForm = 'codigo' | 'firmar' | 'no-firmar';

const styles = `${answerStyles}
.signers{display:grid;gap:.5rem;padding:0;list-style:none}
.signers small{display:block;color:var(--muted)}
.check{display:flex;gap:.75rem;align-items:start;font-weight:400}
.check input{inline-size:1.25rem;block-size:1.25rem;margin-block-start:.125rem;flex:none}
#pad{inline-size:100%;max-inline-size:${drawingBox.width}px;border:1px dashed var(--muted);border-radius:.5rem;background:#fff;touch-action:none;cursor:crosshair}
fieldset{margin:0;padding:0;border:0;display:grid;gap:.25rem}
legend{padding:0;font-weight:600}
`;

interface Context {
  readonly room: SigningRoom;
  readonly path: string;
  readonly refused: RefusedForm<SigningForm> | null;
}

const stateOf = ({ room: { request, signer, isOpen, seller } }: Context): string => {
  if (request.outcome === 'completed')
    return notice('good', 'Todos firmaron: el documento está en firme. Puede descargarlo aquí.');
  if (request.outcome !== null)
    return notice('bad', `Este documento se retiró y ya no se firma. Pregunte a ${seller}.`);
  if (signer.signature)
    return notice(
      'good',
      `Usted firmó el ${formatInstant(signer.signature.at)}. Faltan otras firmas; le avisaremos.`,
    );
  return isOpen
    ? '<p class="notice">Léalo completo y fírmelo al final. <a href="#firma">Ir a su firma</a></p>'
    : notice(
        '',
        'Todavía no le toca firmar: faltan firmas anteriores. Vuelva a abrir este enlace cuando le avisemos.',
      );
};

const signerOf = ({ full_name, signature }: Signer): string =>
  `<li>${escaped(full_name)}<small>${
    signature ? `Firmó el ${formatInstant(signature.at)}` : 'Todavía no firmó'
  }</small></li>`;

const padOf = (drawing: string): string =>
  '<fieldset id="pad-group" hidden><legend>Dibuje su firma (opcional)</legend>' +
  `<svg id="pad" viewBox="0 0 ${drawingBox.width} ${drawingBox.height}" role="img" aria-label="Recuadro para dibujar la firma con el dedo o el ratón">` +
  '<path fill="none" stroke="#111" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>' +
  '<div><button class="quiet" type="button" id="clear-pad">Borrar el dibujo</button></div></fieldset>' +
  `<input type="hidden" id="drawing" name="drawing" value="${escaped(drawing)}">`;

const signForm = ({ room, path, refused }: Context): string => {
  const consentError = errorOf(refused, 'firmar', 'consent');
  const drawingError = errorOf(refused, 'firmar', 'drawing');
  const isBack = refused?.form === 'firmar';
  return (
    `<form method="post" action="${path}/firmar">${hidden('document', room.request.document_hash ?? '')}` +
    codeNote(room.email) +
    codeInput(refused, 'firmar') +
    input(refused, {
      form: 'firmar',
      name: 'typed_name',
      id: 'typed-name',
      label: 'Su nombre completo',
      hint: 'Escrito por usted, es su firma.',
      initial: room.signer.full_name,
      more: 'maxlength="160" autocomplete="name"',
    }) +
    padOf(isBack ? String(refused.values.drawing ?? '') : '') +
    (drawingError === null ? '' : `<span class="error">${escaped(drawingError)}</span>`) +
    `<label class="check"><input type="checkbox" name="consent" value="si"${
      isBack && refused.values.consent === 'si' ? ' checked' : ''
    }${consentError === null ? '' : ' aria-invalid="true" aria-describedby="consent-error"'} required>${escaped(
      consentText(signedName(contentToSign(room.request))),
    )}</label>` +
    (consentError === null ? '' : `<span class="error" id="consent-error">${escaped(consentError)}</span>`) +
    '<p class="note">Queda constancia de su nombre, su firma, el correo que recibió el código, la fecha, su dirección de internet y la huella de este documento.</p>' +
    '<div><button>Firmar</button></div></form>'
  );
};

/** The terms of the document, below its lines and totals. */
const termsOf = (terms: readonly PaperClause[]): string =>
  terms.length === 0
    ? ''
    : `<h2>Condiciones</h2>${terms
        .map(
          ({ title, paragraphs }) =>
            (title === null ? '' : `<h3>${escaped(title)}</h3>`) +
            paragraphs.map(({ text, is_item }) => `<p>${is_item ? '• ' : ''}${escaped(text)}</p>`).join(''),
        )
        .join('')}`;

const answerOf = (context: Context): string => {
  const { room, path, refused } = context;
  const isRefusing = refused?.form === 'no-firmar';
  return (
    '<section class="answer" id="firma" aria-labelledby="sign-title"><h2 id="sign-title">Su firma</h2>' +
    `${room.hasCode || refused?.form === 'firmar' ? signForm(context) : ''}` +
    codeForm(refused, { path, act: 'firmar', email: room.email, hasCode: room.hasCode }) +
    `<details${isRefusing ? ' open' : ''}><summary>No voy a firmar</summary><form method="post" action="${path}/no-firmar">` +
    input(refused, {
      form: 'no-firmar',
      name: 'reason',
      id: 'reason',
      label: 'Motivo',
      hint: 'El documento vuelve a quien lo preparó, para corregirlo.',
      rows: true,
      more: 'maxlength="1000"',
    }) +
    '<div><button class="danger">Rechazar la firma</button></div></form></details></section>'
  );
};

/**
 * The page on which somebody reads and signs a document: HTML with forms, which any telephone opens. Its only script draws
 * a signature, and is not needed.
 *
 * @param path of this page
 * @param said name of the act that was just done
 */
export const sendSigningPage = (
  reply: FastifyReply,
  room: SigningRoom,
  {
    path,
    letterhead,
    refused = null,
    said = null,
  }: {
    readonly path: string;
    readonly letterhead: Letterhead;
    readonly refused?: RefusedForm<SigningForm> | null;
    readonly said?: string | null;
  },
): FastifyReply => {
  const { request } = room;
  const paper = signedPaper(contentToSign(request));
  const context: Context = { room, path, refused };
  const general = refused?.errors._?.[0];
  return sendDocument(reply, {
    title: paper.title,
    letterhead,
    facts: paper.facts,
    download: `${path}/documento.pdf`,
    body:
      (said === 'codigo' ? notice('good', codeSaid) : '') +
      (general === undefined ? '' : notice('bad', general)) +
      stateOf(context) +
      `<h2>Partes</h2><ul>${paper.parties
        .map(({ role, name, details }) => `<li>${escaped(`${role}: ${[name, ...details].join(' · ')}`)}</li>`)
        .join('')}</ul>` +
      `<h2>${paper.headings.lines}</h2><ol class="lines">${paper.lines.map((line) => lineItem(line, { net: paper.headings.net })).join('')}</ol>` +
      `<h2>Totales</h2>${totalsOf(paper.totals)}` +
      (paper.calendars.length === 0 ? '' : `<h2>Calendario</h2>${paper.calendars.map(calendarOf).join('')}`) +
      (paper.instalments.length === 0
        ? ''
        : `<h2>${paper.headings.instalments}</h2>${totalsOf(
            paper.instalments.map(({ day, amount }) => ({ label: day, amount, isTotal: false })),
          )}`) +
      termsOf(paper.terms) +
      `<h2>Quiénes firman</h2><ol class="signers">${request.signers.map(signerOf).join('')}</ol>` +
      (room.isOpen ? answerOf(context) : ''),
    notes: [
      `Huella del contenido (SHA-256): ${request.hash}`,
      `Huella del PDF que se firma (SHA-256): ${request.document_hash ?? ''}`,
    ],
    styles,
    hasForms: true,
    script: '/firmar/firma.js',
  });
};
