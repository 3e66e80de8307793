import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { loggedSpots } from '@pauta/domain/postsales/air-logs/logged-spot.ts';
import { FileSpreadsheet } from 'lucide-react';
import type { ColumnFile } from '../../column-files/column-file.ts';

/** Logs of stations, as they are uploaded. */
export const airLogKind: ColumnFile = {
  resource: airLogs,
  owner: 'subdivision_id',
  noOwner: 'Elija el canal o la emisora del log.',
  rows: loggedSpots,
  shown: ['aired_at', 'code', 'heard', 'duration_sec', 'status', 'problem'],
  counted: ['status'],
  command: 'reconcile',
  icon: FileSpreadsheet,
  texts: {
    button: 'Subir log',
    title: 'Subir log de emisión',
    drop: 'Arrastre aquí el log: CSV, TXT, XLSX o XML',
    about: 'Como lo exporta la automatización. Nada se marca emitido hasta que lo confirme.',
    confirm: 'Subir y conciliar',
    divide: 'Divídalo por días.',
  },
  accept: '.csv,.txt,.log,.asc,.tsv,.xlsx,.ods,.xml',
};
