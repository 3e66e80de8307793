import { file } from '../../kinds/file.ts';
import { longText } from '../../kinds/text.ts';
import type { Command, Reason } from '../../resource/command.ts';
import type { TieOut } from '../../resource/tie-out.ts';
import { scanFiles } from './running/scan-files.ts';

/** What contracts of another system amount to, by currency. */
export const contractTieOut: TieOut = {
  by: 'currency_code',
  measures: {
    documents: { label: 'Contratos', kind: 'count' },
    lines: { label: 'Renglones', kind: 'count' },
    net: { label: 'Neto', kind: 'amount' },
    tax: { label: 'Impuesto', kind: 'amount' },
    total: { label: 'Total', kind: 'amount' },
    instalments: { label: 'Cuotas', kind: 'amount' },
    aired: { label: 'Unidades emitidas', kind: 'count' },
    billed: { label: 'Neto facturado', kind: 'amount' },
  },
};

/** What keeps the import of a contract from being undone, as the end of a sentence. */
export const contractActs: Readonly<Record<string, string>> = {
  invoice: 'ya tiene una factura',
  placement: 'ya tiene algo colocado',
  addendum: 'ya tiene una adenda',
  suspension: 'ya se suspendió',
  evidence: 'ya tiene un reporte de evidencias',
  sheet: 'ya se llenó una ficha técnica',
  work_order: 'ya se trabajó una orden de implementación',
  renewal: 'ya se está renovando',
};

/** Why the import of a contract stays. @param acts keys of `contractActs` */
export const importStays = (acts: readonly string[]): Reason => ({
  code: 'acted_on',
  text: `Su importación ya no se deshace: ${new Intl.ListFormat('es').format(
    acts.map((act) => contractActs[act] ?? act),
  )}. Cancele el contrato.`,
});

/** Takes back the import of a contract of another system, until something is done with it. */
export const undoContractImport: Command = {
  label: 'Deshacer su importación',
  done: 'Importación deshecha',
  permission: 'contracts.import',
  tone: 'danger',
  rare: true,
  checked: true,
  single: true,
  fields: { reason: longText('Motivo', { max: 1000, min: 3, required: true }) },
  guards: [
    {
      needs: ['former_number'],
      why: ({ former_number }) =>
        former_number ? null : { text: 'No se importó de otro sistema: cancélelo si ya no vale.' },
    },
    {
      needs: ['status'],
      why: ({ status }) =>
        status === 'signed' || status === 'active'
          ? null
          : { text: 'Solo se deshace mientras está firmado o vigente.' },
    },
  ],
  undo: { never: 'Importe el contrato otra vez: su número queda libre.' },
  explanation:
    'El contrato se cancela y se archiva, sus espacios quedan libres y su número también. Es posible hasta el primer hecho: una factura, una colocación, una adenda o una suspensión. Se quitan también sus documentos y el contrato firmado escaneado.',
};

/** States of an imported contract that takes the scan of the signed paper. */
export const scannedStates = ['signed', 'active', 'suspended', 'finished'] as const;

/**
 * Attaches a scan of the paper that was signed in another system. The first one is the contract's signed scan, any other
 * a document of it; a file that it already has is not attached again. It is no act that keeps the import from being undone.
 */
export const attachScan: Command = {
  label: 'Agregar contrato firmado escaneado',
  done: 'Contrato firmado escaneado agregado',
  permission: 'contracts.import',
  single: true,
  fields: {
    // The screen with the files of all contracts gives it.
    scan: file('Contrato firmado', { ...scanFiles, required: true, isInternal: true }),
  },
  guards: [
    {
      needs: ['former_number'],
      why: ({ former_number }) =>
        former_number
          ? null
          : { text: 'No se importó de otro sistema: agregue el contrato firmado al editarlo.' },
    },
    {
      needs: ['status'],
      why: ({ status }) =>
        scannedStates.some((one) => one === status)
          ? null
          : { text: 'Solo se agrega a un contrato firmado que no esté cancelado.' },
    },
  ],
  undo: { never: 'Quítelo en «Documentos» del contrato, o al editarlo en «Contrato firmado».' },
};
