import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import { bankMovements } from '@pauta/domain/billing/bank-files/bank-movement.ts';
import { Landmark } from 'lucide-react';
import type { ColumnFile } from '../../column-files/column-file.ts';

/** Statements of bank accounts, as they are uploaded. */
export const bankFileKind: ColumnFile = {
  resource: bankFiles,
  owner: 'bank_account_id',
  noOwner: 'Elija la cuenta bancaria del archivo.',
  rows: bankMovements,
  shown: ['booked_on', 'description', 'reference', 'amount', 'status', 'proposal', 'grade', 'why'],
  counted: ['status', 'grade'],
  command: 'match',
  icon: Landmark,
  texts: {
    button: 'Subir archivo',
    title: 'Subir archivo bancario',
    drop: 'Arrastre aquí el estado de cuenta',
    about: 'CSV, XLSX, OFX, camt.053 o MT940, como lo da el banco. Nada se registra hasta que lo confirme.',
    confirm: 'Subir y buscar cobros',
    divide: 'Divídalo por meses.',
  },
  accept: '.csv,.txt,.tsv,.xlsx,.ods,.ofx,.qfx,.qbo,.xml,.sta,.mt940,.940',
};
