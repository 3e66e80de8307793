import { fileTypes } from '../../catalogues/organization.ts';
import { defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { colorSpaces } from '../../media/files/color-space.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Rule } from '../../resource/resource.ts';

/** Types of the fields that a technical sheet asks for. */
export const techFieldTypes = {
  text: 'Texto',
  long_text: 'Texto largo',
  number: 'Número',
  yes_no: 'Sí o no',
  choice: 'Opción',
  choices: 'Varias opciones',
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

const chosen = ['choice', 'choices'];

const optionsOfChoice: Rule = ({ type, options }) =>
  chosen.includes(String(type)) && ((options ?? []) as readonly string[]).length < 2
    ? { options: ['Escriba al menos dos opciones.'] }
    : null;

/** The line of the first version from which this one was copied: versions are compared by it. */
const origin = text('Origen', { max: 36, readOnly: true, isInternal: true, derived: true });

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
    options: tags('Opciones', { longest: 80, most: 30, when: { field: 'type', is: chosen } }),
    hint: text('Ayuda', {
      max: 300,
      width: 'wide',
      placeholder: 'Cómo se responde, dónde se encuentra.',
    }),
    origin,
  },
  rules: [bounds('min', 'max', 'El máximo debe ser igual o mayor que el mínimo.'), optionsOfChoice],
});

const of = (...kinds: readonly (keyof typeof materialKinds)[]) =>
  ({ when: { field: 'kind', is: kinds } }) as const;
const seen = of('video', 'image');
const timed = of('video', 'audio');
const printed = of('image', 'document');

/** Limits of a material besides its formats and its weight. An empty one does not limit. */
export const materialLimitFields = {
  width_px: integer('Ancho (px)', { min: 1, max: 100_000, aggregate: null, ...seen }),
  height_px: integer('Alto (px)', { min: 1, max: 100_000, aggregate: null, ...seen }),
  larger_allowed: yesNo('Admite mayor', { hint: 'El ancho y el alto son mínimos.', ...seen }),
  aspect_ratio: text('Proporción', { max: 11, width: 'short', placeholder: '16:9', ...seen }),
  min_duration_sec: decimal('Duración mínima (s)', { scale: 2, min: 0, aggregate: null, ...timed }),
  max_duration_sec: decimal('Duración máxima (s)', { scale: 2, min: 0, aggregate: null, ...timed }),
  fps: decimal('Cuadros por segundo', { scale: 3, min: 1, max: 240, aggregate: null, ...of('video') }),
  min_kbps: integer('Tasa mínima (kbps)', {
    min: 1,
    max: 10_000_000,
    sortable: false,
    aggregate: null,
    ...timed,
  }),
  max_kbps: integer('Tasa máxima (kbps)', {
    min: 1,
    max: 10_000_000,
    sortable: false,
    aggregate: null,
    ...timed,
  }),
  loudness_lufs: decimal('Sonoridad (LUFS)', { scale: 1, min: -70, max: 0, aggregate: null, ...timed }),
  loudness_tolerance: decimal('Tolerancia (± LU)', { scale: 1, min: 0, max: 20, aggregate: null, ...timed }),
  color_space: choice('Espacio de color', colorSpaces, { width: 'short', ...printed }),
  min_dpi: integer('Resolución mínima (ppp)', {
    min: 1,
    max: 10_000,
    sortable: false,
    aggregate: null,
    ...printed,
  }),
  min_bleed_mm: decimal('Sangrado mínimo (mm)', { scale: 1, min: 0, max: 5000, aggregate: null, ...printed }),
  needs_click_url: yesNo('Pide dirección de destino', seen),
} as const;

const isRatio: Rule = ({ aspect_ratio: ratio }) =>
  isEmpty(ratio) || /^[1-9]\d{0,4}(\.\d{1,2})?:[1-9]\d{0,2}$/.test(String(ratio))
    ? null
    : { aspect_ratio: ['Escriba la proporción como 16:9 o 1.91:1.'] };

const toleranceOfTarget: Rule = ({ loudness_lufs: target, loudness_tolerance: tolerance }) =>
  isEmpty(target) && !isEmpty(tolerance)
    ? { loudness_lufs: ['Escriba la sonoridad a la que se aplica la tolerancia.'] }
    : null;

/** The files that the client delivers for each sold item. */
export const techTemplateMaterials = defineLines({
  name: 'tech_template_materials',
  label: { one: 'Material', many: 'Materiales', gender: 'm' },
  title: 'name',
  columns: ['name', 'kind', 'file_types', 'max_mb', 'instructions'],
  fields: {
    name: text('Material', { max: 120, required: true }),
    kind: choice('Clase', materialKinds, { required: true, initial: 'video', width: 'short' }),
    file_type_id: reference('Tipo de archivo', () => fileTypes, {
      hint: 'Al guardar se toman de él los formatos y el tamaño que aquí estén vacíos.',
    }),
    file_types: tags('Formatos', { longest: 10, hint: 'Extensiones sin punto: mp4, mov.' }),
    max_mb: integer('Tamaño máximo (MB)', { min: 1, max: 10_240, aggregate: null }),
    ...materialLimitFields,
    instructions: text('Indicaciones', { max: 400, width: 'wide' }),
    origin,
  },
  rules: [
    bounds(
      'min_duration_sec',
      'max_duration_sec',
      'La duración máxima debe ser igual o mayor que la mínima.',
    ),
    bounds('min_kbps', 'max_kbps', 'La tasa máxima debe ser igual o mayor que la mínima.'),
    isRatio,
    toleranceOfTarget,
    ({ file_types }) =>
      ((file_types ?? []) as readonly string[]).every((one) => /^[a-z0-9]{1,10}$/.test(one))
        ? null
        : { file_types: ['Use solo letras minúsculas y números, sin punto: mp4, pdf.'] },
  ],
});
