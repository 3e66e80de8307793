import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { maxBytesOf } from '@pauta/domain/kinds/file.ts';
import { chosenOptions } from '@pauta/domain/postsales/tech-sheets/check-answer.ts';
import { techSheetStates } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import type { FastifyReply } from 'fastify';
import type { Letterhead } from '../../admin/settings/letterhead.ts';
import { answerStyles, errorOf, hidden, input, type RefusedForm } from '../../public-pages/answer-parts.ts';
import { escaped, notice, sendDocument } from '../../public-pages/public-page.ts';
import {
  asksForFile,
  isOpenSheet,
  limitsText,
  type MaterialItem,
  type MaterialRoom,
  type MaterialSheet,
} from './room.ts';
import { acceptedBy, addressName, answerName, optionName, uploadName } from './room-acts.ts';

/** A form of the page: its path below that of the page. */
export type MaterialForm = 'guardar' | 'entregar' | 'enviar';

const styles = `${answerStyles}
.sheet{margin-block:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface)}
.sheet>summary{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;padding:1rem;color:inherit}
.sheet>summary small{color:var(--muted);font-weight:400}
.sheet>div{padding:0 1rem 1rem}
.sheet form{max-inline-size:none}
.item{display:grid;gap:.25rem;padding-block:.75rem;border-block-start:1px solid var(--line)}
.item p{margin:0}
.item .asked{color:var(--muted);font-size:.875rem;overflow-wrap:anywhere}
.item progress{inline-size:100%}
.bad-text{color:var(--bad)}
.good-text{color:var(--good)}
fieldset{margin:0;padding:0;border:0;display:grid;gap:.25rem}
legend{padding:0;font-weight:600}
.check{display:flex;gap:.75rem;align-items:center;font-weight:400}
.check input{inline-size:1.25rem;block-size:1.25rem;flex:none}
select{inline-size:100%;padding:.625rem .75rem;border:1px solid var(--muted);border-radius:.5rem;background:var(--surface);color:var(--text);font:inherit}
`;

interface Context {
  readonly path: string;
  readonly refused: RefusedForm<MaterialForm> | null;
}

/** What was refused, if it was sent with the form of this sheet. */
const refusedOf = ({ refused }: Context, { id }: MaterialSheet): RefusedForm<MaterialForm> | null =>
  refused?.values.ficha === id ? refused : null;

const labelOf = ({ label, unit, is_required }: MaterialItem): string =>
  `${label}${unit ? ` (${unit})` : ''}${is_required ? '' : ' (opcional)'}`;

const errorText = (id: string, error: string | null): string =>
  error === null ? '' : `<span class="error" id="${id}-error">${escaped(error)}</span>`;

const described = (id: string, error: string | null): string =>
  error === null ? '' : ` aria-invalid="true" aria-describedby="${id}-error"`;

const optionBoxes = (
  item: MaterialItem,
  refused: RefusedForm<MaterialForm> | null,
  error: string | null,
): string => {
  const chosen = chosenOptions(item.value ?? '');
  return (
    `<fieldset><legend>${escaped(labelOf(item))}</legend>` +
    (item.options ?? [])
      .map((option, place) => {
        const name = optionName(item, place);
        const isChosen =
          refused?.form === 'guardar' ? refused.values[name] !== undefined : chosen.includes(option);
        return `<label class="check"><input type="checkbox" name="${name}" value="si"${isChosen ? ' checked' : ''}>${escaped(option)}</label>`;
      })
      .join('') +
    `${errorText(item.id, error)}</fieldset>`
  );
};

const selectOf = (
  item: MaterialItem,
  options: readonly string[],
  value: string,
  error: string | null,
): string =>
  `<label for="${item.id}">${escaped(labelOf(item))}<select id="${item.id}" name="${answerName(item)}"${described(item.id, error)}>` +
  `<option value="">Elija…</option>${options
    .map(
      (option) =>
        `<option${option === value ? ' selected' : ''} value="${escaped(option)}">${escaped(option === 'sí' ? 'Sí' : option === 'no' ? 'No' : option)}</option>`,
    )
    .join('')}</select>${errorText(item.id, error)}</label>`;

const dataInput = (item: MaterialItem, refused: RefusedForm<MaterialForm> | null): string => {
  const name = answerName(item);
  const error = errorOf(refused, 'guardar', name);
  const value = refused?.form === 'guardar' ? String(refused.values[name] ?? '') : (item.value ?? '');
  switch (item.type) {
    case 'choices':
      return optionBoxes(item, refused, error);
    case 'choice':
      return selectOf(item, item.options ?? [], value, error);
    case 'yes_no':
      return selectOf(item, ['sí', 'no'], value, error);
    default:
      return input(refused, {
        form: 'guardar',
        name,
        id: item.id,
        label: labelOf(item),
        initial: value,
        rows: item.type === 'long_text',
        isOptional: true,
        more:
          item.type === 'number'
            ? 'inputmode="decimal"'
            : item.type === 'date'
              ? 'type="date"'
              : 'maxlength="4000"',
      });
  }
};

/** How a delivered file stands; its own element, which the script brings up to date. */
const stateOf = ({ id, file, faults }: MaterialItem): string => {
  const state = (): string => {
    if (file === null) return '<p>Todavía no se entregó.</p>';
    const named = `<p>${escaped(file.name)}</p>`;
    if (file.status === 'processing')
      return `${named}<p data-waits>Revisamos el archivo. Puede tardar unos minutos.</p>`;
    if (file.status === 'rejected') return `${named}<p class="bad-text">${escaped(file.refusal ?? '')}</p>`;
    return (
      named +
      (faults.length === 0
        ? '<p class="good-text">Recibido; cumple lo que se pide.</p>'
        : faults.map((fault) => `<p class="bad-text">${escaped(fault)}</p>`).join(''))
    );
  };
  return `<div id="estado-${id}" role="status">${state()}</div>`;
};

const fileInput = (
  item: MaterialItem,
  refused: RefusedForm<MaterialForm> | null,
  isOpen: boolean,
): string => {
  const error = errorOf(refused, 'entregar', uploadName(item));
  const limits = acceptedBy(item);
  const most = Math.max(...limits.accept.map((mime) => maxBytesOf(limits, mime)));
  return (
    stateOf(item) +
    (isOpen
      ? `<label for="${item.id}" data-upload="${uploadName(item)}" data-most="${most}" hidden>${
          item.file === null ? 'Elegir archivo' : 'Cambiar el archivo'
        }: ${escaped(item.label)}<input id="${item.id}" type="file" accept="${limits.accept.join(',')}"${described(item.id, error)}>` +
        `${errorText(item.id, error)}</label>`
      : '')
  );
};

const itemOf = (
  item: MaterialItem,
  { refused, isOpen }: { readonly refused: RefusedForm<MaterialForm> | null; readonly isOpen: boolean },
): string => {
  const asked = asksForFile(item) ? limitsText(item) : '';
  const notes = [item.instructions, asked].filter(Boolean);
  const isData = !asksForFile(item);
  const title =
    isData && isOpen
      ? ''
      : `<p><strong>${escaped(labelOf(item))}</strong>${isData ? `: ${escaped((item.value ?? '—').replaceAll('\n', ', '))}` : ''}</p>`;
  const address =
    item.needs_click_url && isOpen
      ? input(refused, {
          form: 'guardar',
          name: addressName(item),
          id: `destino-${item.id}`,
          label: `Dirección de destino de «${item.label}»`,
          initial: item.click_url ?? '',
          isOptional: true,
          more: 'inputmode="url" placeholder="https://"',
        })
      : '';
  return (
    `<div class="item">${title}${notes.map((note) => `<p class="asked">${escaped(String(note))}</p>`).join('')}` +
    `${isData ? (isOpen ? dataInput(item, refused) : '') : fileInput(item, refused, isOpen)}${address}</div>`
  );
};

const submitForm = (
  { path, room }: Context & { readonly room: MaterialRoom },
  sheet: MaterialSheet,
  refused: RefusedForm<MaterialForm> | null,
): string =>
  `<form method="post" action="${path}/enviar">${hidden('ficha', sheet.id)}` +
  input(refused, {
    form: 'enviar',
    name: 'approved_by',
    id: `nombre-${sheet.id}`,
    label: 'Su nombre',
    hint: 'Al enviarla queda constancia de que usted aprueba este material.',
    initial: room.recipient,
    more: 'maxlength="160" autocomplete="name"',
  }) +
  '<div><button>Aprobar y enviar a revisión</button></div></form>';

const sheetOf = (context: Context & { readonly room: MaterialRoom }, sheet: MaterialSheet): string => {
  const refused = refusedOf(context, sheet);
  const isOpen = isOpenSheet(sheet);
  const general = refused?.errors._ ?? [];
  const items = sheet.items.map((item) => itemOf(item, { refused, isOpen })).join('');
  const approval =
    sheet.client_approved_by === null
      ? ''
      : `<p class="note">Aprobó ${escaped(sheet.client_approved_by)}, ${formatInstant(sheet.client_approved_at ?? '')}.</p>`;
  return (
    `<details class="sheet" id="${sheet.id}"${isOpen || refused ? ' open' : ''}><summary>${escaped(sheet.description)}` +
    `<small>${techSheetStates[sheet.status][0]}</small><small>Entrega hasta el ${formatCivilDate(sheet.due_on)}; inicia el ${formatCivilDate(sheet.starts_on)}</small></summary><div>` +
    (sheet.observation === null ? '' : notice('bad', `Hay que corregir: ${sheet.observation}`)) +
    general.map((text) => notice('bad', text)).join('') +
    approval +
    (isOpen
      ? `<form method="post" action="${context.path}/guardar" data-sheet>${hidden('ficha', sheet.id)}${items}` +
        '<div><button class="quiet">Guardar</button></div></form>' +
        submitForm(context, sheet, refused)
      : items) +
    '</div></details>'
  );
};

const done: Readonly<Record<string, string>> = {
  guardado: 'Lo que respondió quedó guardado.',
  enviada: 'La ficha se envió a revisión. Le avisaremos si hay que corregir algo.',
};

/**
 * The page on which somebody of the client answers and delivers what the technical sheets of a contract ask for: HTML with
 * forms. Its script uploads files; everything else works without it.
 *
 * @param path of this page
 * @param said name of the act that was just done
 */
export const sendMaterialPage = (
  reply: FastifyReply,
  room: MaterialRoom,
  {
    path,
    letterhead,
    refused,
    said,
  }: {
    readonly path: string;
    readonly letterhead: Letterhead;
    readonly refused: RefusedForm<MaterialForm> | null;
    readonly said: string | null;
  },
): FastifyReply => {
  const { contract, sheets, seller } = room;
  const waiting = sheets.filter(isOpenSheet).length;
  const context = { path, refused, room };
  const isShown = sheets.some((sheet) => refusedOf(context, sheet));
  const general = isShown ? undefined : refused?.errors._?.[0];
  return sendDocument(reply, {
    title: `Material de ${contract.name}`,
    letterhead,
    facts: [
      ['Contrato', contract.number],
      ['Cliente', contract.client],
      ['Fichas por entregar', String(waiting)],
      ['Contacto', `${seller.name} · ${seller.email}`],
    ],
    download: null,
    body:
      (said !== null && done[said] !== undefined ? notice('good', done[said]) : '') +
      (general === undefined ? '' : notice('bad', general)) +
      (sheets.length === 0
        ? notice('', 'Este contrato no pide material.')
        : waiting === 0
          ? notice('good', 'No falta nada: todas las fichas están en revisión o aprobadas.')
          : '') +
      '<noscript><p class="notice">Para subir archivos active JavaScript en su navegador.</p></noscript>' +
      sheets.map((sheet) => sheetOf(context, sheet)).join(''),
    notes: [],
    styles,
    hasForms: true,
    script: '/material/subir.js',
    connects: true,
  });
};
