import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import {
  cellText,
  type StripState,
  stripOf,
  stripStates,
} from '@pauta/domain/postsales/evidence/coverage.ts';
import {
  type EvidencePaper,
  type EvidencePaperLine,
  evidencePaper,
} from '@pauta/domain/postsales/evidence/evidence-content.ts';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../../../admin/settings/letterhead.ts';
import {
  answerStyles,
  codeForm,
  codeInput,
  codeNote,
  codeSaid,
  hidden,
  input,
  type RefusedForm,
} from '../../../public-pages/answer-parts.ts';
import { escaped, notice, sendDocument } from '../../../public-pages/public-page.ts';
import type { EvidenceRoom, ShownObjection } from './room.ts';

/** A form of the page: its path below that of the page. */
export type RoomForm = 'codigo' | 'aceptar' | 'objetar';

const styles = `${answerStyles}
:root{--full:#bfe3cd;--extra:#cfd8f7;--unproven:#fdeeb8;--partial:#fbd5a5;--missed:#f5b5bb}
@media (prefers-color-scheme:dark){:root{--full:#1c5435;--extra:#33407f;--unproven:#5b4a0b;--partial:#6b3e0c;--missed:#6d1f29}}
.strip td{position:relative;min-inline-size:2rem;padding:.375rem .125rem;border:1px solid var(--line);text-align:center}
.strip th{padding:.375rem}
.strip thead th{font-size:.75rem}
.full{background:var(--full)}.extra{background:var(--extra)}.unproven{background:var(--unproven)}.partial{background:var(--partial)}.missed{background:var(--missed)}
.key{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin:.5rem 0;padding:0;list-style:none;font-size:.875rem}
.key span{display:inline-block;min-inline-size:1.5rem;margin-inline-end:.25rem;border:1px solid var(--line);border-radius:.25rem;text-align:center}
.items{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.75rem;margin:0;padding:0;list-style:none}
.items li{padding:.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface);overflow-wrap:anywhere}
.items img{inline-size:100%;block-size:8rem;object-fit:contain}
.items small{display:block;color:var(--muted)}
.hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

interface Context {
  readonly room: EvidenceRoom;
  readonly path: string;
  readonly paper: EvidencePaper;
  readonly refused: RefusedForm<RoomForm> | null;
}

const stripTable = ({ room }: Context): string => {
  const { content } = room.version;
  const strip = stripOf(content.lines, content.report);
  const shown = (Object.keys(stripStates) as StripState[]).filter(
    (state) => state !== 'none' && strip.rows.some(({ cells }) => cells.some((cell) => cell.state === state)),
  );
  const heads = strip.columns.map(
    ({ label, name }) => `<th scope="col"><abbr title="${escaped(name)}">${label}</abbr></th>`,
  );
  const rows = strip.rows.map(
    ({ title, cells }) =>
      `<tr><th scope="row">${escaped(title)}</th>${cells
        .map((cell) =>
          cell.state === 'none'
            ? '<td></td>'
            : `<td class="${cell.state}"><span aria-hidden="true">${stripStates[cell.state][0]}</span><span class="hidden">${escaped(cellText(cell))}</span></td>`,
        )
        .join('')}</tr>`,
  );
  return (
    `<ul class="key">${shown
      .map(
        (state) =>
          `<li><span class="${state}" aria-hidden="true">${stripStates[state][0]}</span>${stripStates[state][1]}</li>`,
      )
      .join('')}</ul>` +
    `<div class="scroll wide" role="region" tabindex="0" aria-label="Emitido por día"><table class="strip"><thead><tr><th scope="col">Renglón</th>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
};

const talkOf = (objections: readonly ShownObjection[]): string =>
  objections.length === 0
    ? ''
    : `<ul class="talk">${objections
        .map(
          ({ author, body, answer, created_at }) =>
            `<li class="own"><small>${escaped(author)} · ${formatInstant(created_at)} · objetó</small>${escaped(body)}</li>${
              answer === null ? '' : `<li><small>Respuesta</small>${escaped(answer)}</li>`
            }`,
        )
        .join('')}</ul>`;

const lineOf = ({ room }: Context, line: EvidencePaperLine): string =>
  `<li class="line"><h3>${escaped(line.title)}</h3><ul><li>${escaped(line.space)}</li></ul>` +
  `<dl>${(
    [
      ['Contratado', line.contracted],
      ['Emitido', line.delivered],
      ['Diferencia', line.variance],
      ['Con evidencia', line.proven],
    ] as const
  )
    .map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`)
    .join('')}</dl>` +
  (line.differing.length === 0
    ? ''
    : `<details><summary>Días distintos de lo contratado (${line.differing.length})</summary><ul>${line.differing
        .map((day) => `<li>${escaped(day)}</li>`)
        .join('')}</ul></details>`) +
  `${talkOf(room.objections.filter((one) => one.line === line.id))}</li>`;

const itemsOf = ({ paper, path }: Context): string =>
  paper.items.length === 0
    ? '<p>El reporte no tiene archivos.</p>'
    : `<ul class="items">${paper.items
        .map(
          ({ id, title, details, has_picture }) =>
            `<li>${has_picture ? `<img src="${path}/foto/${id}" alt="${escaped(title)}" loading="lazy">` : ''}<strong>${escaped(title)}</strong>${details
              .map((detail) => `<small>${escaped(detail)}</small>`)
              .join('')}</li>`,
        )
        .join('')}</ul>`;

const stateOf = ({ room }: Context): string => {
  const when = room.answeredAt === null ? '' : ` el ${formatInstant(room.answeredAt)}`;
  switch (room.status) {
    case 'sent':
      return notice(
        '',
        room.silentOn === null
          ? 'Revise el reporte y responda al final de la página: acéptelo u objete los renglones que no estén bien.'
          : `Responda al final de la página hasta el ${formatCivilDate(room.silentOn)}. Según lo acordado, sin respuesta hasta ese día el reporte se da por aceptado.`,
      );
    case 'accepted':
    case 'closed':
      return notice('good', `Aceptado${room.acceptedBy === null ? '' : `: ${room.acceptedBy}`}${when}.`);
    case 'approved':
      return notice('', 'El reporte está listo y se le enviará en breve.');
    default:
      return notice(
        'bad',
        `Este reporte se objetó y lo estamos revisando. Recibirá la nueva edición. Le atiende ${room.seller.name}.`,
      );
  }
};

const objectForm = ({ room, path, refused, paper }: Context): string => {
  const isRefused = refused?.form === 'objetar';
  const field = (name: string, label: string): string =>
    // None of them is required by itself.
    input(isRefused ? refused : null, {
      form: 'objetar',
      name,
      id: name,
      label,
      rows: true,
      more: 'maxlength="1000"',
    }).replace(' required', '');
  return (
    `<details${isRefused ? ' open' : ''}><summary>Objetar renglones</summary><form method="post" action="${path}/objetar">${hidden('hash', room.version.hash)}` +
    `<p>Escriba qué no está bien en cada renglón; deje vacíos los que están bien.</p>` +
    `${paper.lines.map(({ id, title }) => field(`line_${id}`, title)).join('')}${field('whole', 'Sobre todo el reporte')}` +
    '<div><button class="danger">Enviar objeciones</button></div></form></details>'
  );
};

const acceptForm = ({ room, path, refused }: Context): string =>
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
  '<p class="note">Al aceptar queda constancia de su nombre, su cargo, el correo que recibió el código, la fecha y la huella de esta edición.</p>' +
  '<div><button>Aceptar todo el reporte</button></div></form>';

/** The forms with which the client answers; after a refusal also where no answer is awaited, so that no text is lost. */
const answerOf = (context: Context): string => {
  const { room, path, refused } = context;
  if (!room.isOpen && refused === null) return '';
  return (
    '<section class="answer" id="respuesta" aria-labelledby="answer-title"><h2 id="answer-title">Su respuesta</h2>' +
    `${room.hasCode || refused?.form === 'aceptar' ? acceptForm(context) : ''}` +
    `${room.isOpen ? codeForm(refused, { path, act: 'aceptar', email: room.email, hasCode: room.hasCode }) : ''}` +
    `${objectForm(context)}</section>`
  );
};

/**
 * The page of a report for its client: HTML with forms and without scripts, which any telephone opens.
 *
 * @param path of this page
 * @param said name of the act that was just done
 */
export const sendRoomPage = (
  reply: FastifyReply,
  room: EvidenceRoom,
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
  const paper = evidencePaper(room.version.content);
  const context: Context = { room, path, paper, refused };
  const general = refused?.errors._?.[0];
  return sendDocument(reply, {
    title: paper.title,
    letterhead,
    facts: paper.facts,
    download: `${path}/reporte.pdf`,
    body:
      (said === 'codigo' ? notice('good', codeSaid) : '') +
      (said === 'objetado'
        ? notice('good', 'Sus objeciones quedaron enviadas. Le responderemos por cada una.')
        : '') +
      (general === undefined ? '' : notice('bad', general)) +
      stateOf(context) +
      `<p><a href="${path}/certificado.pdf" download>Descargar el certificado de pauta</a></p>` +
      (paper.remarks === null ? '' : `<p>${escaped(paper.remarks)}</p>`) +
      `<h2>Renglones</h2><ol class="lines">${paper.lines.map((line) => lineOf(context, line)).join('')}</ol>` +
      talkOf(room.objections.filter(({ line }) => line === null)) +
      `<h2>Emitido por día</h2>${stripTable(context)}` +
      `<h2>Evidencias</h2>${itemsOf(context)}` +
      answerOf(context),
    notes: [`Huella de esta edición (SHA-256): ${room.version.hash}`],
    styles,
    hasForms: true,
  });
};
