import { closest } from '../../../resource/import/closest.ts';

/** A paragraph of a clause. */
export interface ClauseParagraph {
  readonly text: string;
  /** It is an item of a list. */
  readonly is_item: boolean;
}

/** A clause of a contract; what stands before the first heading is one without a title. */
export interface Clause {
  readonly title: string | null;
  readonly paragraphs: readonly ClauseParagraph[];
}

/** The fields that a text may contain in double braces (`{{cliente}}`), with what they are filled with. */
export const textFields = {
  numero: 'Número del contrato',
  nombre: 'Nombre del contrato',
  compania: 'Razón social de la compañía',
  compania_identificacion: 'Identificación de la compañía',
  firmantes_compania: 'Quiénes firman por la compañía',
  cliente: 'Razón social del cliente',
  cliente_identificacion: 'Identificación del cliente',
  cliente_direccion: 'Dirección del cliente',
  agencia: 'Razón social de la agencia',
  pagador: 'A quién se factura',
  pagador_identificacion: 'Identificación de quien paga',
  firmantes_pagador: 'Quiénes firman por quien paga',
  marca: 'Marca',
  tipo: 'Tipo de contrato',
  clasificacion: 'Clasificación de la pauta',
  exclusividad: 'Industria en exclusiva',
  vuelo: 'Vuelo',
  vigencia: 'Vigencia',
  plan_facturacion: 'Plan de facturación',
  termino_credito: 'Término de crédito',
  cuotas: 'Cuotas con sus fechas',
  neto: 'Neto',
  base: 'Base imponible',
  impuesto: 'Impuesto',
  total: 'Total con impuesto',
  aviso: 'Días de aviso para cancelar',
  penalidad: 'Penalidad por cancelar, en porcentaje',
} as const;

/** The name of a field of a text. */
export type TextField = keyof typeof textFields;

/** What each field of a text is filled with. */
export type TextValues = Readonly<Record<TextField, string>>;

const fieldPattern = /\{\{\s*([^{}\s]+)\s*\}\}/g;

const isField = (name: string): name is TextField => Object.hasOwn(textFields, name);

/**
 * What is wrong with the fields of a text, in Spanish: fields that do not exist, and braces that form no field. Empty if
 * it can be filled.
 *
 * @example textProblems('Paga {{clinete}}.') // ['El campo {{clinete}} no existe: ¿es {{cliente}}?']
 */
export function textProblems(text: string): readonly string[] {
  const names = new Set([...text.matchAll(fieldPattern)].map(([, name = '']) => name));
  const unknown = [...names]
    .filter((name) => !isField(name))
    .map((name) => {
      const meant = closest(name.toLowerCase(), Object.keys(textFields));
      return meant === undefined
        ? `El campo {{${name}}} no existe: elija uno de la lista.`
        : `El campo {{${name}}} no existe: ¿es {{${meant}}}?`;
    });
  const loose = /\S*(\{\{|\}\})\S*/.exec(text.replace(fieldPattern, ''))?.[0];
  return loose === undefined
    ? unknown
    : [...unknown, `Cerca de «${loose.slice(0, 40)}» hay llaves sueltas: un campo se escribe {{cliente}}.`];
}

/**
 * The clauses of a text, with its fields as they were written. A line that begins with `#` is the heading of a clause, one
 * with `-` an item of a list, and an empty line separates paragraphs.
 */
export function clausesOf(text: string): readonly Clause[] {
  const clauses: { title: string | null; paragraphs: { text: string; is_item: boolean }[] }[] = [];
  let isOpen = false;
  for (const line of text.split('\n').map((one) => one.trim())) {
    const heading = /^#+\s*(.+)$/.exec(line)?.[1];
    const item = /^-\s+(.+)$/.exec(line)?.[1];
    if (heading !== undefined) clauses.push({ title: heading, paragraphs: [] });
    else if (line !== '') {
      if (clauses.length === 0) clauses.push({ title: null, paragraphs: [] });
      const paragraphs = clauses.at(-1)?.paragraphs ?? [];
      const last = paragraphs.at(-1);
      if (item !== undefined) paragraphs.push({ text: item, is_item: true });
      else if (isOpen && last) last.text = `${last.text} ${line}`;
      else paragraphs.push({ text: line, is_item: false });
    }
    isOpen = heading === undefined && line !== '';
  }
  return clauses;
}

/**
 * The clauses of a text with its fields filled. The text is divided before it is filled, so that a value is never read as
 * a heading, an item or another field.
 *
 * @param text without `textProblems`; an unknown field stays as it was written
 * @example fillText('# Pago\n{{pagador}} paga {{total}}.', values)
 */
export const fillText = (text: string, values: TextValues): readonly Clause[] => {
  const filled = (one: string): string =>
    one.replace(fieldPattern, (written, name: string) => (isField(name) ? values[name] : written));
  return clausesOf(text).map(({ title, paragraphs }) => ({
    title: title === null ? null : filled(title),
    paragraphs: paragraphs.map((one) => ({ ...one, text: filled(one.text) })),
  }));
};
