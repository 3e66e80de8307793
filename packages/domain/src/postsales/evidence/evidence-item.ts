import { choice } from '../../kinds/choice.ts';
import { dateTime } from '../../kinds/date.ts';
import { file } from '../../kinds/file.ts';
import { decimal } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { defineResource } from '../../resource/resource.ts';
import { placements } from '../quotas/placement.ts';
import { evidenceReports } from './evidence-report.ts';
import { evidencePermissions } from './permissions.ts';

/** Kinds of evidence (domain §1.5). */
export const evidenceKinds = {
  photo: 'Foto',
  video: 'Video',
  witness_audio: 'Audio testigo',
  screenshot: 'Captura',
  air_log: 'Log de emisión',
  certificate: 'Certificado',
  tearsheet: 'Página impresa',
  ad_server_report: 'Reporte del servidor de anuncios',
} as const;

/** The proof that one placement was aired, or everything that was aired in the period of its report. */
export const evidenceItems = defineResource({
  name: 'evidence_items',
  screen: 'postventa/reportes-evidencias/evidencias',
  label: { one: 'Evidencia', many: 'Evidencias', gender: 'f' },
  fields: {
    report_id: reference('Reporte', () => evidenceReports, { required: true }),
    placement_id: reference('Colocación', () => placements, {
      hint: 'Vacía: prueba todo lo emitido en el periodo, como un log o un certificado.',
    }),
    kind: choice('Clase', evidenceKinds, { required: true, initial: 'photo', width: 'short' }),
    file: file('Archivo', {
      required: true,
      accept: [
        'image/jpeg',
        'image/png',
        'image/webp',
        'video/mp4',
        'audio/mpeg',
        'audio/wav',
        'application/pdf',
      ],
      maxBytes: 100 * 1024 * 1024,
    }),
    captured_at: dateTime('Tomada el', { required: true, sortable: true }),
    description: text('Qué muestra', {
      max: 200,
      required: true,
      sortable: true,
      width: 'wide',
      placeholder: 'Cuña de las 19:45 en el noticiero',
    }),
    device: text('Equipo', { max: 80, hint: 'Con qué se tomó o registró.' }),
    latitude: decimal('Latitud', { scale: 6, min: -90, max: 90, sortable: false }),
    longitude: decimal('Longitud', { scale: 6, min: -180, max: 180, sortable: false }),
    captured_sha256: text('Huella al tomarla', {
      max: 64,
      isInternal: true,
      hint: 'SHA-256 que calculó el teléfono: el archivo guardado tiene la misma.',
    }),
  },
  title: 'description',
  search: ['description'],
  searchable: false,
  order: 'captured_at',
  columns: ['captured_at', 'placement_id', 'kind', 'description', 'file'],
  brief: ['placement_id', 'kind'],
  filters: ['report_id', 'placement_id', 'kind', 'captured_at'],
  sections: [
    {
      label: 'Evidencia',
      fields: ['report_id', 'placement_id', 'kind', 'description', 'captured_at', 'file', 'device'],
    },
    { label: 'Captura', fields: ['latitude', 'longitude', 'captured_sha256'] },
  ],
  partOf: ['report_id'],
  permissions: evidencePermissions,
});
