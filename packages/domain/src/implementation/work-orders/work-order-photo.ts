import { dateTime } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { decimal, integer } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { fieldWorkPermissions } from '../permissions.ts';
import { workOrders } from './work-order.ts';

/** A photo of the work of an order, with the time, the place and the SHA-256 of its file when it was taken. */
export const workOrderPhotos: Resource = defineResource({
  name: 'work_order_photos',
  screen: 'implementacion/implementacion/fotos',
  label: { one: 'Foto', many: 'Fotos', gender: 'f' },
  fields: {
    work_order_id: reference('Orden de trabajo', (): Resource => workOrders, { required: true }),
    description: text('Qué muestra', { max: 160, required: true, sortable: true, width: 'wide' }),
    file: file('Foto', {
      required: true,
      accept: ['image/jpeg', 'image/png', 'image/webp'],
      maxBytes: 25 * 1024 * 1024,
    }),
    taken_at: dateTime('Tomada el', { required: true, sortable: true }),
    latitude: decimal('Latitud', { scale: 6, min: -90, max: 90, sortable: false, aggregate: null }),
    longitude: decimal('Longitud', { scale: 6, min: -180, max: 180, sortable: false, aggregate: null }),
    accuracy_m: integer('Precisión (m)', { min: 0, max: 100_000, sortable: false, aggregate: null }),
    sha256: text('SHA-256 al tomarla', {
      max: 64,
      pattern: /^[0-9a-f]{64}$/,
      patternMessage: 'Son 64 dígitos hexadecimales en minúscula.',
      width: 'wide',
    }),
    is_original: yesNo('Original', {
      readOnly: true,
      hint: 'El archivo es, byte por byte, el que se tomó en el teléfono.',
    }),
  },
  title: 'description',
  search: ['description'],
  searchable: false,
  order: '-taken_at',
  columns: ['taken_at', 'description', 'file', 'is_original'],
  brief: ['taken_at', 'is_original'],
  filters: ['work_order_id', 'is_original', 'taken_at'],
  sections: [
    {
      label: 'Foto',
      fields: [
        'work_order_id',
        'description',
        'file',
        'taken_at',
        'latitude',
        'longitude',
        'accuracy_m',
        'sha256',
        'is_original',
      ],
    },
  ],
  operations: ['create', 'archive'],
  partOf: ['work_order_id'],
  permissions: fieldWorkPermissions,
});
