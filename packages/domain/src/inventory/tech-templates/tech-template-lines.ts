import { defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { tags } from '../../kinds/tags.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Rule } from '../../resource/resource.ts';

/** Types of the fields that a technical sheet asks for. */
export const techFieldTypes = {
  text: 'Texto',
  number: 'Número',
  yes_no: 'Sí o no',
  choice: 'Opción',
  date: 'Fecha',
} as const;

/** Kinds of material that a technical sheet asks for. */
export const materialKinds = {
  video: 'Video',
  image: 'Imagen',
  audio: 'Audio',
  document: 'Documento',
} as const;

const bounds =
  (from: string, to: string, message: string): Rule =>
  (values) =>
    !isEmpty(values[from]) &&
    !isEmpty(values[to]) &&
    compareDecimals(String(values[from]), String(values[to])) > 0
      ? { [to]: [message] }
      : null;

const optionsOfChoice: Rule = ({ type, options }) =>
  type === 'choice' && ((options ?? []) as readonly string[]).length < 2
    ? { options: ['Escriba al menos dos opciones.'] }
    : null;

/** What the client or the seller fills in for each sold item. */
export const techTemplateFields = defineLines({
  name: 'tech_template_fields',
  label: { one: 'Dato', many: 'Datos', gender: 'm' },
  title: 'label',
  fields: {
    label: text('Dato', { max: 120, required: true }),
    type: choice('Tipo', techFieldTypes, { required: true, initial: 'text', width: 'short' }),
    unit: text('Unidad', { max: 20, width: 'short', placeholder: 'px, s, LUFS' }),
    is_required: yesNo('Obligatorio', { initial: true }),
    min: decimal('Mínimo', {
      scale: 4,
      width: 'short',
      aggregate: null,
      when: { field: 'type', is: ['number'] },
    }),
    max: decimal('Máximo', {
      scale: 4,
      width: 'short',
      aggregate: null,
      when: { field: 'type', is: ['number'] },
    }),
    options: tags('Opciones', { longest: 80, most: 30, when: { field: 'type', is: ['choice'] } }),
  },
  rules: [bounds('min', 'max', 'El máximo debe ser igual o mayor que el mínimo.'), optionsOfChoice],
});

const seen = { when: { field: 'kind', is: ['video', 'image'] } } as const;
const timed = { when: { field: 'kind', is: ['video', 'audio'] } } as const;

/** The files that the client delivers for each sold item. */
export const techTemplateMaterials = defineLines({
  name: 'tech_template_materials',
  label: { one: 'Material', many: 'Materiales', gender: 'm' },
  title: 'name',
  fields: {
    name: text('Material', { max: 120, required: true }),
    kind: choice('Clase', materialKinds, { required: true, initial: 'video', width: 'short' }),
    file_types: tags('Formatos', { longest: 10, hint: 'Extensiones sin punto: mp4, mov.' }),
    max_mb: integer('Tamaño máximo (MB)', { min: 1, max: 10_240, aggregate: null }),
    width_px: integer('Ancho (px)', { min: 1, max: 100_000, aggregate: null, ...seen }),
    height_px: integer('Alto (px)', { min: 1, max: 100_000, aggregate: null, ...seen }),
    min_duration_sec: decimal('Duración mínima (s)', { scale: 2, min: 0, aggregate: null, ...timed }),
    max_duration_sec: decimal('Duración máxima (s)', { scale: 2, min: 0, aggregate: null, ...timed }),
    instructions: text('Indicaciones', { max: 400, width: 'wide' }),
  },
  rules: [
    bounds(
      'min_duration_sec',
      'max_duration_sec',
      'La duración máxima debe ser igual o mayor que la mínima.',
    ),
    ({ file_types }) =>
      ((file_types ?? []) as readonly string[]).every((one) => /^[a-z0-9]{1,10}$/.test(one))
        ? null
        : { file_types: ['Use solo letras minúsculas y números, sin punto: mp4, pdf.'] },
  ],
});
