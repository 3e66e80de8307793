import {
  materialKinds,
  materialLimitFields,
  techFieldTypes,
} from '../../inventory/tech-templates/tech-template-lines.ts';
import { choice } from '../../kinds/choice.ts';
import { url } from '../../kinds/contact.ts';
import { file } from '../../kinds/file.ts';
import type { Field } from '../../kinds/kind.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { colorSpaces } from '../../media/files/color-space.ts';
import { mediaFiles } from '../../media/files/media-file.ts';
import { defineResource, type Rule } from '../../resource/resource.ts';
import { checkAnswer, type Requirement } from './check-answer.ts';
import { techSheetPermissions } from './permissions.ts';
import { techSheets } from './tech-sheet.ts';

const answered = { when: { field: 'type', is: Object.keys(techFieldTypes) } } as const;
const inLibrary = { when: { field: 'type', is: ['video', 'image', 'audio'] } } as const;
const asked = { readOnly: true, aggregate: null } as const;

const measured = { readOnly: true, when: { field: 'type', is: ['document'] } } as const;

/** The limits that the template sets to a file, as facts of the requirement. */
const askedLimits = Object.fromEntries(
  Object.entries(materialLimitFields).map(([name, field]) => {
    const { hint: _, when: __, ...options } = field.options as Field['options'];
    return [name, { ...field, options: { ...options, readOnly: true } }];
  }),
) as { readonly [K in keyof typeof materialLimitFields]: (typeof materialLimitFields)[K] };

const fits: Rule = (values) => {
  const fault = checkAnswer(String(values.value ?? ''), values as unknown as Requirement);
  return fault === null ? null : { value: [fault] };
};

/** The answers that a kind of requirement does not have. */
const isOfKind: Rule = ({ type, ...values }) => {
  const isData = Object.hasOwn(techFieldTypes, String(type));
  const taken = isData ? 'value' : type === 'document' ? 'document' : 'media_file_id';
  const wrong = ['value', 'media_file_id', 'document'].find((name) => name !== taken && values[name]);
  return wrong === undefined ? null : { [wrong]: ['Este requisito se responde de otra forma.'] };
};

/** One thing that a technical sheet asks for, with its answer: a piece of data, or a file of the library. */
export const techSheetItems = defineResource({
  name: 'tech_sheet_items',
  screen: 'postventa/fichas-tecnicas/requisitos',
  label: { one: 'Requisito', many: 'Requisitos', gender: 'm' },
  fields: {
    tech_sheet_id: reference('Ficha técnica', () => techSheets, { required: true, readOnly: true }),
    place: integer('Orden', { required: true, readOnly: true, sortable: true, aggregate: null }),
    label: text('Se pide', { max: 120, required: true, readOnly: true }),
    type: choice(
      'Clase',
      { ...techFieldTypes, ...materialKinds },
      {
        required: true,
        readOnly: true,
        width: 'short',
      },
    ),
    is_required: yesNo('Obligatorio', { readOnly: true }),
    is_done: yesNo('Entregado', { readOnly: true }),
    value: longText('Respuesta', {
      max: 4000,
      width: 'wide',
      hint: 'Un número con punto decimal, «sí» o «no», una fecha como 2026-12-31, o una de las opciones; si caben varias, una por línea.',
      ...answered,
    }),
    media_file_id: reference('Material', () => mediaFiles, { filter: { kind: 'type' }, ...inLibrary }),
    document: file('Documento', {
      accept: ['application/pdf', 'image/jpeg', 'image/png', 'image/tiff'],
      maxBytes: 20 * 1024 * 1024,
      when: { field: 'type', is: ['document'] },
    }),
    document_color_space: choice('Espacio de color del documento', colorSpaces, { ...measured }),
    document_dpi: integer('Resolución del documento (ppp)', {
      sortable: false,
      aggregate: null,
      ...measured,
    }),
    click_url: url('Dirección de destino', {
      width: 'wide',
      placeholder: 'https://',
      when: { field: 'needs_click_url', is: [true] },
    }),
    note: text('Nota', { max: 400, width: 'wide' }),
    unit: text('Unidad', { max: 20, readOnly: true, width: 'short' }),
    min: decimal('Mínimo', { scale: 4, ...asked }),
    max: decimal('Máximo', { scale: 4, ...asked }),
    options: tags('Opciones', { longest: 80, readOnly: true }),
    file_types: tags('Formatos', { readOnly: true }),
    max_mb: integer('Tamaño máximo (MB)', { ...asked }),
    ...askedLimits,
    instructions: text('Indicaciones', { max: 400, readOnly: true, width: 'wide' }),
  },
  title: 'label',
  search: ['label'],
  searchable: false,
  order: 'place',
  columns: ['label', 'type', 'is_required', 'value', 'media_file_id', 'note', 'is_done'],
  brief: ['type', 'value'],
  filters: ['tech_sheet_id', 'type', 'is_required', 'is_done', 'media_file_id'],
  sections: [
    {
      label: 'Respuesta',
      fields: ['label', 'type', 'value', 'media_file_id', 'document', 'click_url', 'note'],
    },
    {
      label: 'Lo que se pide',
      fields: [
        'is_required',
        'unit',
        'min',
        'max',
        'options',
        'file_types',
        'max_mb',
        ...Object.keys(askedLimits),
        'instructions',
      ],
    },
  ],
  operations: ['update'],
  partOf: ['tech_sheet_id'],
  permissions: techSheetPermissions,
  rules: [
    fits,
    isOfKind,
    ({ click_url: address }) =>
      address && !String(address).startsWith('https://')
        ? { click_url: ['La dirección de destino comienza con https://.'] }
        : null,
  ],
});
