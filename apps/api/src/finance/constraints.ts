import type { ConstraintMeanings } from '../platform/database/constraints.ts';

/** Messages for the constraints of 0044_finance.sql. */
export const financeConstraints: ConstraintMeanings = {
  tax_rates_exempt: { field: 'pct', message: 'Un impuesto exento tiene la tasa 0 %.' },
  tax_rates_code_once: {
    field: 'valid',
    message:
      'Otro impuesto con este código vale en parte de esos días. Cambie la vigencia de uno de los dos.',
  },
  tax_rates_one_default: {
    field: 'is_default',
    message: 'Otro impuesto es el habitual en parte de esos días. Quítele la marca o cambie su vigencia.',
  },
  exchange_rates_two_currencies: { field: 'to_currency', message: 'Elija otra moneda que la primera.' },
  exchange_rates_once: {
    field: 'on_date',
    message: 'Ya hay una tasa de estas monedas para ese día, quizás archivada. Edítela o restáurela.',
  },
  bank_accounts_once: {
    field: 'account_no',
    message: 'Esta compañía ya tiene esa cuenta en ese banco y moneda, quizás archivada.',
  },
  fiscal_sequences_in_order: {
    field: 'last_no',
    message: 'El último número debe ser igual o mayor que el primero.',
  },
  fiscal_sequences_next: {
    field: 'last_no',
    message: 'Ya se emitieron números mayores. Indique un último número que los incluya.',
  },
  fiscal_sequences_digits: {
    field: 'last_no',
    message: 'Un comprobante de serie B llega como máximo al número 99,999,999.',
  },
  fiscal_sequences_no_overlap: {
    field: 'first_no',
    message: 'Otra secuencia de la compañía y del mismo comprobante tiene números de este rango.',
  },
  fiscal_sequences_used: {
    field: 'first_no',
    message:
      'De esta secuencia ya se emitieron comprobantes: solo se cambian el último número y el vencimiento.',
  },
  fiscal_sequences_voided: {
    field: 'last_no',
    message:
      'De esta secuencia ya se emitieron o se anularon otros números. Actualice y revise desde cuál anula.',
  },
  fiscal_sequences_voided_stay: {
    field: 'last_no',
    message: 'De esta secuencia se anularon números: su último número ya no cambia.',
  },
  voided_numbers_once: { message: 'Parte de esos números ya se anuló.' },
  fiscal_periods_reopened_by_another: { message: 'Lo reabre otra persona que quien lo pidió.' },
  fiscal_periods_once: { field: 'month', message: 'Ese mes de la compañía ya está en la lista.' },
  withholding_rules_name_key: {
    field: 'name',
    message: 'Ya hay una retención con ese nombre, quizás archivada.',
  },
  reasons_code_key: { field: 'code', message: 'Ese código ya es de otro motivo, quizás archivado.' },
  reasons_name_once: {
    field: 'name',
    message: 'Ya hay un motivo de esta clase con ese nombre, quizás archivado.',
  },
};
