import { users } from '../../admin/users/user.ts';
import { brands } from '../../catalogues/crm.ts';
import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { date, dateTime } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { tags } from '../../kinds/tags.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { computedFact } from '../../resource/computed-fact.ts';
import { defineResource } from '../../resource/resource.ts';
import { colorSpaces } from './color-space.ts';
import { mediaCommands } from './media-commands.ts';

/** Kinds of media files. */
export const mediaKinds = { video: 'Video', image: 'Imagen', audio: 'Audio', document: 'Documento' } as const;

/** Kind of a media file. */
export type MediaKind = keyof typeof mediaKinds;

/** MIME types of each kind: those that the browsers play or show. The server detects them from the content. */
export const mediaTypes: Readonly<Record<MediaKind, readonly string[]>> = {
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  image: ['image/jpeg', 'image/png', 'image/webp'],
  audio: [
    'audio/mpeg',
    'audio/wav',
    'audio/x-wav',
    'audio/ogg',
    'audio/mp4',
    'audio/x-m4a',
    'audio/aac',
    'audio/flac',
    'audio/x-flac',
  ],
  document: ['application/pdf'],
};

const mediaKindNames = Object.keys(mediaTypes) as MediaKind[];

/** The kind of a file by its MIME type; undefined for any other type. */
export const mediaKindOf = (mime: string): MediaKind | undefined =>
  mediaKindNames.find((kind) => mediaTypes[kind].includes(mime));

const megabyte = 1024 * 1024;

/** Largest file of each kind (domain §6.23). */
export const mediaLimits: Readonly<Record<MediaKind, number>> = {
  video: 4096 * megabyte,
  image: 100 * megabyte,
  audio: 200 * megabyte,
  document: 50 * megabyte,
};

/** Largest media file that is uploaded. */
export const mediaMaxBytes = Math.max(...Object.values(mediaLimits));

/** Whether a media file can be used: the server measures each one after it is uploaded. */
export const mediaStatuses = {
  processing: ['En proceso', 'info'],
  available: ['Disponible', 'success'],
  rejected: ['Rechazado', 'danger'],
} as const;

const measured = { readOnly: true } as const;
const seen = { when: { field: 'kind', is: ['video', 'image'] } };
const timed = { when: { field: 'kind', is: ['video', 'audio'] } };

/**
 * The library of videos, images, audio and documents (domain §1.12). The same content is stored once per kind; a file in use
 * cannot be archived. What a file measures is only the server's to say.
 */
export const mediaFiles = defineResource({
  name: 'media_files',
  screen: 'multimedia/archivos',
  label: { one: 'Archivo multimedia', many: 'Archivos multimedia', gender: 'm' },
  fields: {
    title: text('Título', { max: 160, required: true, sortable: true, width: 'wide' }),
    kind: choice('Clase', mediaKinds, { required: true, width: 'short' }),
    file: file('Archivo', {
      required: true,
      accept: Object.values(mediaTypes).flat(),
      maxBytes: mediaMaxBytes,
      maxBytesOf: Object.fromEntries(
        mediaKindNames.flatMap((kind) => mediaTypes[kind].map((type) => [type, mediaLimits[kind]])),
      ),
      width: 'full',
    }),
    status: choice('Estado', mediaStatuses, { required: true, readOnly: true, width: 'short' }),
    refusal: text('Motivo del rechazo', {
      max: 400,
      width: 'full',
      readOnly: true,
      when: { field: 'status', is: ['rejected'] },
    }),
    client_id: reference('Cliente', () => clients),
    brand_id: reference('Marca', () => brands, { filter: { client_id: 'client_id' } }),
    rights_until: date('Derechos hasta', {
      hint: 'Después de ese día no se programa. Vacío: sin vencimiento.',
    }),
    rights_territory: text('Territorio de los derechos', { max: 120, placeholder: 'República Dominicana' }),
    house_number: text('Código de emisión', {
      max: 60,
      hint: 'Con el que la automatización lo emite: así se reconoce en los logs.',
    }),
    tags: tags('Etiquetas'),
    version: integer('Versión', {
      required: true,
      readOnly: true,
      initial: 1,
      sortable: false,
      aggregate: null,
      hint: 'Al cambiar el archivo se guarda la versión anterior.',
    }),
    uses: integer('Usos', {
      readOnly: true,
      computed: true,
      sortable: false,
      aggregate: null,
      hint: 'Fichas técnicas, colocaciones, paquetes y plantillas que lo usan. Mientras haya alguno no se archiva.',
    }),
    unused: yesNo('Sin uso', computedFact),
    uploaded_by_id: reference('Subido por', () => users, { readOnly: true }),
    approved_by_id: reference('Aprobado por', () => users, { readOnly: true }),
    approved_at: dateTime('Aprobado el', { readOnly: true, sortable: false }),
    width_px: integer('Ancho (px)', { min: 1, max: 100_000, aggregate: null, ...seen, ...measured }),
    height_px: integer('Alto (px)', { min: 1, max: 100_000, aggregate: null, ...seen, ...measured }),
    duration_sec: decimal('Duración (s)', { scale: 3, min: 0, sortable: true, ...timed, ...measured }),
    fps: decimal('Cuadros por segundo', {
      scale: 3,
      aggregate: null,
      sortable: false,
      when: { field: 'kind', is: ['video'] },
      ...measured,
    }),
    bitrate_kbps: integer('Tasa media (kbps)', { aggregate: null, sortable: false, ...timed, ...measured }),
    codec: text('Códec', { max: 60, width: 'short', ...measured }),
    loudness_lufs: decimal('Sonoridad (LUFS)', {
      scale: 1,
      aggregate: null,
      sortable: false,
      ...timed,
      ...measured,
    }),
    color_space: choice('Espacio de color', colorSpaces, {
      readOnly: true,
      width: 'short',
      when: { field: 'kind', is: ['image'] },
    }),
    dpi: integer('Resolución (ppp)', {
      readOnly: true,
      sortable: false,
      aggregate: null,
      when: { field: 'kind', is: ['image'] },
    }),
    pages: integer('Páginas', {
      sortable: false,
      aggregate: null,
      when: { field: 'kind', is: ['document'] },
      ...measured,
    }),
    unmeasured: text('Sin medir', {
      max: 400,
      width: 'full',
      hint: 'Quien revise la ficha técnica lo confirma.',
      when: { field: 'unmeasured', is: 'given' },
      ...measured,
    }),
  },
  title: 'title',
  search: ['title'],
  order: '-created_at',
  columns: [
    'title',
    'file',
    'kind',
    'status',
    'client_id',
    'duration_sec',
    'width_px',
    'height_px',
    'rights_until',
    'uses',
    'tags',
  ],
  brief: ['client_id', 'rights_until'],
  filters: [
    'kind',
    'status',
    'client_id',
    'brand_id',
    'rights_until',
    'unused',
    'uploaded_by_id',
    'approved_by_id',
    'tags',
    'duration_sec',
    'width_px',
  ],
  sections: [
    {
      label: 'Archivo',
      fields: ['title', 'kind', 'file', 'version', 'uploaded_by_id', 'approved_by_id', 'approved_at'],
    },
    {
      label: 'Lo medido',
      fields: [
        'status',
        'refusal',
        'width_px',
        'height_px',
        'duration_sec',
        'fps',
        'bitrate_kbps',
        'codec',
        'loudness_lufs',
        'color_space',
        'dpi',
        'pages',
        'unmeasured',
      ],
    },
    {
      label: 'Uso',
      fields: ['client_id', 'brand_id', 'rights_until', 'rights_territory', 'house_number', 'tags', 'uses'],
    },
  ],
  permissions: {
    viewAll: 'media.view_all',
    create: 'media.create',
    updateAll: 'media.update_all',
    archive: 'media.delete',
    export: 'media.export',
  },
  parts: ['media_versions', 'media_links'],
  notes: true,
  commands: mediaCommands,
});
