import { clients } from '../../crm/clients/client.ts';
import { choice } from '../../kinds/choice.ts';
import { email } from '../../kinds/contact.ts';
import { date, dateTime, formatCivilDate } from '../../kinds/date.ts';
import { closedRange, type DateRange, dateRange } from '../../kinds/date-range.ts';
import { integer, percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';
import { longText, text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { Guard } from '../../resource/command.ts';
import { defineResource, type Resource } from '../../resource/resource.ts';
import { contracts } from '../../sales/contracts/contract.ts';
import { evidencePermissions } from './permissions.ts';

/** States of a report of evidence (domain §2.4). */
export const evidenceStates = {
  draft: ['Borrador', 'neutral'],
  in_review: ['En revisión', 'info'],
  approved: ['Aprobado', 'info'],
  sent: ['Enviado', 'warning'],
  objected: ['Objetado', 'danger'],
  accepted: ['Aceptado', 'success'],
  closed: ['Cerrado', 'neutral'],
} as const;

/** States in which evidence may be added, changed and removed. */
export const openEvidenceStates = ['draft', 'in_review', 'objected'] as const;

const withEvidence: Guard = {
  needs: ['covered', 'aired'],
  why: ({ covered, aired }) => {
    if (Number(aired) === 0)
      return { code: 'nothing_aired', text: 'En este periodo no hay nada emitido que probar.' };
    return Number(covered) > 0
      ? null
      : { code: 'no_evidence', text: 'Agregue al menos una evidencia de lo emitido.' };
  },
};

/** States in which a client may be given the page of a report. */
const shownStates = ['approved', 'sent', 'accepted', 'closed'];

const isShown: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    shownStates.includes(String(status))
      ? null
      : { code: 'not_approved', text: 'Apruebe el reporte antes de enviarlo al cliente.' },
};

const openReport: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    openEvidenceStates.some((state) => state === status)
      ? null
      : {
          code: 'approved',
          text: 'El reporte ya está aprobado. Devuélvalo a revisión para cambiar sus evidencias.',
        },
};

/** What the client is sent covers a whole period: more may be aired until it ends. */
const periodOver: Guard = {
  needs: ['period'],
  why: ({ period }, { today }) => {
    const { to } = (period ?? {}) as Partial<DateRange>;
    return !to || to <= today
      ? null
      : {
          code: 'period_not_over',
          text: `Su periodo termina el ${formatCivilDate(to)}. Apruébelo desde ese día, o acorte el periodo antes.`,
        };
  },
};

/**
 * Proof of what was aired for a contract in a period, for the client to accept or object to (domain §1.5). Once it is
 * accepted, the placements that it proves no longer change and can be invoiced.
 */
export const evidenceReports: Resource = defineResource({
  name: 'evidence_reports',
  screen: 'postventa/reportes-evidencias',
  label: { one: 'Reporte de evidencias', many: 'Reportes de evidencias', gender: 'm' },
  fields: {
    number: text('Número', { max: 60, required: true, readOnly: true, sortable: true, width: 'short' }),
    contract_id: reference('Contrato', () => contracts, { required: true }),
    client_id: reference('Cliente', () => clients, { required: true, readOnly: true, derived: true }),
    period: dateRange('Periodo', { required: true, sortable: true }),
    aired: integer('Emitidas', {
      required: true,
      readOnly: true,
      initial: 0,
      hint: 'Colocaciones del contrato emitidas en el periodo.',
    }),
    covered: integer('Con evidencia', { required: true, readOnly: true, initial: 0 }),
    coverage_pct: percent('Cobertura', {
      required: true,
      readOnly: true,
      initial: '0.0000',
      sortable: true,
    }),
    remarks: longText('Observaciones', { max: 2000, hint: 'Lo que el cliente debe saber del reporte.' }),
    status: choice('Estado', evidenceStates, {
      required: true,
      readOnly: true,
      initial: 'draft',
      sortable: true,
      width: 'short',
    }),
    sent_at: dateTime('Enviado el', { readOnly: true, sortable: true }),
    answered_at: dateTime('Respondido el', { readOnly: true, sortable: true }),
    silent_on: date('Se acepta por silencio después del', {
      readOnly: true,
      sortable: false,
      hint: 'Según el contrato, su compañía o la configuración al enviarlo. Vacío: solo se acepta con una respuesta.',
    }),
    client_feedback: longText('Respuesta del cliente', { max: 4000, readOnly: true }),
    certificate_no: text('Certificado', { max: 60, readOnly: true, width: 'short' }),
    edition: integer('Edición', {
      required: true,
      readOnly: true,
      initial: 1,
      sortable: false,
      aggregate: null,
      hint: 'Aumenta cuando el reporte vuelve a revisión después de aprobado.',
    }),
  },
  title: 'number',
  search: ['number'],
  order: '-created_at',
  columns: [
    'number',
    'contract_id',
    'client_id',
    'period',
    'aired',
    'covered',
    'coverage_pct',
    'sent_at',
    'answered_at',
    'status',
  ],
  brief: ['contract_id', 'coverage_pct'],
  filters: ['status', 'contract_id', 'client_id', 'period', 'coverage_pct', 'sent_at'],
  sections: [
    {
      label: 'Reporte',
      fields: ['contract_id', 'client_id', 'period', 'certificate_no', 'edition', 'remarks'],
    },
    { label: 'Cobertura', fields: ['aired', 'covered', 'coverage_pct'] },
    { label: 'Respuesta', fields: ['sent_at', 'silent_on', 'answered_at', 'client_feedback'] },
  ],
  partOf: ['contract_id'],
  finished: ['closed'],
  permissions: evidencePermissions,
  rules: [closedRange('period')],
  notes: true,
  state: 'status',
  commands: {
    generate: {
      label: 'Generar por lote',
      done: 'Reportes generados',
      on: 'collection',
      permission: 'evidence_reports.create',
      preview: 'plan',
      fields: { period: dateRange('Periodo', { required: true }) },
      explanation:
        'Abre un reporte por cada contrato con algo emitido en el periodo que aún no está en otro, con las filas de los logs que lo prueban.',
      undo: { never: 'Archive los borradores que no hagan falta.' },
    },
    add_logs: {
      label: 'Agregar lo que prueban los logs',
      done: 'Logs agregados',
      guards: [openReport],
      undo: { never: 'Archive las evidencias que no hagan falta.' },
      explanation: 'Cada fila de un log que prueba una colocación del reporte queda como su evidencia.',
    },
    submit: {
      label: 'Enviar a revisión',
      done: 'Reporte en revisión',
      from: ['draft', 'objected'],
      to: 'in_review',
      tone: 'primary',
      guards: [withEvidence],
      checked: true,
      undo: { by: 'log' },
    },
    approve: {
      label: 'Aprobar',
      done: 'Reporte aprobado',
      from: ['in_review'],
      to: 'approved',
      permission: 'evidence_reports.approve',
      tone: 'primary',
      guards: [withEvidence, periodOver],
      undo: { by: 'command', name: 'reopen' },
      explanation:
        'Recibe el número de su certificado. Sus evidencias ya no cambian, y el cliente acepta lo que prueban hasta hoy.',
    },
    reopen: {
      label: 'Devolver a revisión',
      done: 'Reporte en revisión',
      from: ['approved'],
      to: 'in_review',
      permission: 'evidence_reports.approve',
      rare: true,
      undo: { by: 'command', name: 'approve' },
    },
    share: {
      label: 'Enviar al cliente',
      done: 'Reporte enviado al cliente',
      permission: 'evidence_reports.send',
      guards: [isShown],
      single: true,
      secret: true,
      tone: 'primary',
      fields: {
        recipient: text('Para quién', { max: 160, required: true, width: 'full' }),
        email: email('Correo', {
          required: true,
          width: 'full',
          hint: 'A este correo llega el código con que se acepta.',
        }),
        expires_on: date('Se abre hasta', { required: true }),
        sends_mail: yesNo('Enviar por correo', {
          initial: true,
          hint: 'Con el enlace y el reporte en PDF.',
        }),
        message: longText('Mensaje', { max: 1000, placeholder: 'Le comparto las evidencias del mes.' }),
      },
      explanation:
        'Crea un enlace a la página del reporte: quien lo recibe ve lo contratado y lo emitido, y lo acepta o lo objeta por renglón desde su teléfono.',
      undo: { by: 'command', name: 'close_links' },
    },
    close_links: {
      label: 'Retirar enlaces',
      done: 'Enlaces retirados',
      permission: 'evidence_reports.send',
      checked: true,
      rare: true,
      explanation: 'La página del reporte deja de abrirse para todos los que tengan un enlace.',
      undo: { never: 'Envíelo otra vez: tendrá un enlace nuevo.' },
    },
    send: {
      label: 'Registrar envío',
      done: 'Reporte enviado',
      from: ['approved'],
      to: 'sent',
      permission: 'evidence_reports.send',
      rare: true,
      explanation: 'Para un reporte que se entregó en papel o por otro medio.',
      undo: { never: 'El cliente ya lo tiene: registre su respuesta.' },
    },
    accept: {
      label: 'Registrar aceptación',
      done: 'Reporte aceptado',
      by: ['user', 'client', 'system'],
      from: ['sent'],
      to: 'accepted',
      permission: 'evidence_reports.send',
      single: true,
      fields: {
        accepted_by: text('Quién del cliente lo aceptó', { max: 160, required: true, width: 'full' }),
        client_feedback: longText('Qué respondió el cliente', { max: 4000 }),
      },
      undo: { never: 'Lo aceptado puede estar ya facturado.' },
      explanation: 'Las colocaciones probadas ya no cambian y pueden facturarse.',
    },
    object: {
      label: 'Registrar objeción',
      done: 'Reporte objetado',
      by: ['user', 'client'],
      from: ['sent'],
      to: 'objected',
      permission: 'evidence_reports.send',
      tone: 'danger',
      fields: {
        client_feedback: longText('Qué objetó el cliente', { max: 4000, min: 3, required: true }),
      },
      explanation: 'Queda por decidir qué se hace con lo objetado: compensar, acreditar o responder.',
      undo: { never: 'Corrija las evidencias y envíelo otra vez.' },
    },
    close: {
      label: 'Cerrar',
      done: 'Reporte cerrado',
      from: ['accepted'],
      to: 'closed',
      undo: { never: 'Un reporte cerrado no se abre otra vez.' },
    },
  },
});
