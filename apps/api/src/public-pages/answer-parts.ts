import type { Errors, Values } from '@pauta/domain/resource/resource.ts';
import type { PaperCalendar, PaperLine, PaperTotal } from '@pauta/domain/sales/lines/sale-paper.ts';
import { codeMinutes } from './mailed-code.ts';
import { escaped, formStyles, notice } from './public-page.ts';

/** What was sent with a form that was refused, to be shown again with the reasons. */
export interface RefusedForm<Form extends string = string> {
  readonly form: Form;
  readonly values: Values;
  readonly errors: Errors;
}

/** Styles of the pages of documents on which somebody answers. */
export const answerStyles = `${formStyles}
.lines{display:grid;gap:.75rem;margin:0;padding:0;list-style:none}
.line{padding:1rem;border:1px solid var(--line);border-radius:.5rem;background:var(--surface)}
.line h3{margin:0}
.line ul{margin:.25rem 0 .75rem;padding:0;list-style:none;color:var(--muted);font-size:.9375rem}
.line dl{grid-template-columns:repeat(auto-fit,minmax(7.5rem,1fr));margin:.5rem 0}
.line dd:last-child{font-variant-numeric:tabular-nums}
.totals{max-inline-size:26rem;margin-inline-start:auto}
.totals tr:last-child>*{font-weight:600;font-size:1.0625rem}
.totals th{font-weight:inherit}
.talk{display:grid;gap:.5rem;margin:.75rem 0;padding:0;list-style:none}
.talk li{padding:.5rem .75rem;border:1px solid var(--line);border-radius:.5rem;max-inline-size:44rem;overflow-wrap:anywhere;white-space:pre-line}
.talk li.own{margin-inline-start:auto;border-color:var(--accent)}
.talk small{display:block;color:var(--muted)}
button.quiet{border:1px solid var(--muted);background:var(--surface);color:var(--text)}
button.danger{border:1px solid var(--bad);background:var(--surface);color:var(--bad)}
summary{padding-block:.625rem;color:var(--accent);font-weight:600;cursor:pointer}
.answer{margin-block:2rem;padding:1rem;border:2px solid var(--accent);border-radius:.75rem;background:var(--surface)}
.answer h2{margin-block-start:0}
@media print{details{display:none}}
`;

/** The first error of a field of a refused form. */
export const errorOf = (refused: RefusedForm | null, form: string, name: string): string | null =>
  refused?.form === form ? (refused.errors[name]?.[0] ?? null) : null;

const enteredIn = (refused: RefusedForm | null, form: string, name: string, initial = ''): string =>
  refused?.form === form ? String(refused.values[name] ?? '') : initial;

interface InputOptions {
  readonly form: string;
  readonly name: string;
  readonly label: string;
  readonly id: string;
  readonly hint?: string;
  readonly initial?: string;
  readonly rows?: boolean;
  readonly isOptional?: boolean;
  /** Attributes of the element. */
  readonly more?: string;
}

/** A labelled field of a form, with what was entered and why it was refused. */
export const input = (
  refused: RefusedForm | null,
  { form, name, label, id, hint, initial, rows = false, isOptional = false, more = '' }: InputOptions,
): string => {
  const error = errorOf(refused, form, name);
  const value = escaped(enteredIn(refused, form, name, initial));
  const described = error === null ? '' : ` aria-invalid="true" aria-describedby="${id}-error" autofocus`;
  const shared = `id="${id}" name="${name}"${isOptional ? '' : ' required'}${described} ${more}`;
  return (
    `<label for="${id}">${escaped(label)}${hint === undefined ? '' : `<small>${escaped(hint)}</small>`}` +
    (rows ? `<textarea ${shared}>${value}</textarea>` : `<input ${shared} value="${value}">`) +
    `${error === null ? '' : `<span class="error" id="${id}-error">${escaped(error)}</span>`}</label>`
  );
};

/** A field that the visitor does not see. */
export const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`;

/** A part of the calendar of a document. @param place of the part, from 0 on */
export const calendarOf = ({ columns, rows }: PaperCalendar, place: number): string =>
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

/**
 * A line of a document, in a list.
 *
 * @param net name of its amount
 * @param more HTML below what it says
 */
export const lineItem = (line: PaperLine, { net = 'Neto', more = '' } = {}): string => {
  const facts = [
    ['Fechas', line.flight],
    ['Cantidad', line.quantity],
    ['Precio', line.price],
    ...(line.discount === '' ? [] : [['Descuento', line.discount]]),
    [net, line.net],
  ] as const;
  return (
    `<li class="line" id="${line.id}"><h3>${escaped(line.title)}</h3>` +
    `<ul>${line.details.map((detail) => `<li>${escaped(detail)}</li>`).join('')}</ul>` +
    `<dl>${facts.map(([label, value]) => `<div><dt>${label}</dt><dd>${escaped(String(value))}</dd></div>`).join('')}</dl>${more}</li>`
  );
};

/** The totals of a document as a table. */
export const totalsOf = (totals: readonly PaperTotal[]): string =>
  `<div class="scroll totals"><table><tbody>${totals
    .map(
      ({ label, amount }) =>
        `<tr><th scope="row">${escaped(label)}</th><td class="number">${amount}</td></tr>`,
    )
    .join('')}</tbody></table></div>`;

/** The address to which the code goes, without showing it to somebody who was forwarded the link. */
const veiled = (email: string): string => {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
};

/** What the page says once a code was mailed. */
export const codeSaid = 'Le enviamos el código. Si no lo ve, revise el correo no deseado.';

/** Where the code of a form went, and for how long it is good. */
export const codeNote = (email: string): string =>
  `<p>Enviamos un código a ${escaped(veiled(email))}. Vale ${codeMinutes} minutos.</p>`;

/** The field of a form for the mailed code. */
export const codeInput = (refused: RefusedForm | null, form: string): string =>
  input(refused, {
    form,
    name: 'code',
    id: 'code',
    label: 'Código',
    hint: 'Los 6 dígitos del correo.',
    more: 'inputmode="numeric" autocomplete="one-time-code" maxlength="12"',
  });

/**
 * The form `codigo` of a page, which mails a code to the recipient of its link.
 *
 * @param path of the page
 * @param act what the code is for, as "aceptar"
 */
export const codeForm = (
  refused: RefusedForm | null,
  {
    path,
    act,
    email,
    hasCode,
  }: {
    readonly path: string;
    readonly act: string;
    readonly email: string;
    /** A code was mailed and is still good. */
    readonly hasCode: boolean;
  },
): string => {
  const error = errorOf(refused, 'codigo', 'code');
  return (
    `<form method="post" action="${path}/codigo"><p>${
      hasCode ? '¿No le llegó?' : `Para ${act} le enviamos un código a ${escaped(veiled(email))}.`
    }</p>${error === null ? '' : notice('bad', error)}` +
    `<div><button${hasCode ? ' class="quiet"' : ''}>${hasCode ? 'Enviar otro código' : 'Enviar el código'}</button></div></form>`
  );
};
