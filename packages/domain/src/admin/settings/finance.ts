import { choice } from '../../kinds/choice.ts';
import { decimal, integer, percent } from '../../kinds/number.ts';
import { yesNo } from '../../kinds/yes-no.ts';
import type { SettingGroup } from './setting.ts';

/** Taxes, invoices and credit. Some take effect only once their areas exist. */
export const finance: SettingGroup = {
  label: 'Facturación y crédito',
  fields: {
    fiscal_mode: choice(
      'Comprobantes fiscales',
      { none: 'Ninguno', ncf: 'NCF', ecf: 'e-CF (electrónicos)' },
      { required: true, initial: 'none', hint: 'Regirá qué número fiscal lleva una factura.' },
    ),
    invoice_requires_evidence: yesNo('Facturar solo con evidencia', {
      initial: false,
      hint: 'Rige si se factura únicamente lo que tiene evidencia aceptada.',
    }),
    evidence_silence_days: integer('Aceptar evidencias por silencio', {
      min: 0,
      max: 90,
      required: true,
      initial: 0,
      hint: 'Días desde el envío sin respuesta del cliente, después de los cuales un reporte de evidencias se da por aceptado, si su contrato y su compañía no dicen otra cosa. 0: nunca.',
    }),
    late_interest_pct: percent('Mora mensual', {
      max: 10,
      required: true,
      initial: '0.0000',
      hint: 'Rige lo que propone «Cobrar mora» en una factura vencida. 0: se escribe cada vez.',
    }),
    returned_cheque_charge: decimal('Cargo por cheque devuelto', {
      scale: 2,
      min: 0,
      required: true,
      initial: '0.00',
      hint: 'En la moneda del cobro. Rige lo que propone «Cobrar devolución» en un cheque devuelto. 0: se escribe cada vez.',
    }),
    write_off_limit: decimal('Incobrables sin otra aprobación', {
      scale: 2,
      min: 0,
      required: true,
      initial: '0.00',
      hint: 'En la moneda de la compañía. Rige «Cancelar por incobrable»: hasta este importe no hace falta que lo apruebe otra persona. 0: siempre.',
    }),
    ecf_contingency_minutes: integer('Contingencia de e-CF', {
      min: 5,
      max: 1440,
      required: true,
      initial: 60,
      hint: 'Minutos sin respuesta de la administración tributaria después de los cuales un comprobante firmado se imprime como emitido en contingencia.',
    }),
    ecf_mail_on_acceptance: yesNo('Enviar por correo al aceptarse', {
      initial: false,
      hint: 'Rige si cada comprobante electrónico se envía a los contactos de facturación de quien paga cuando la administración tributaria lo acepta.',
    }),
    credit_hold_days_overdue: integer('Retener crédito por atraso', {
      min: 0,
      max: 365,
      required: true,
      initial: 60,
      hint: 'Días de atraso a partir de los cuales se retiene solo el crédito de quien debe. Un pago o una promesa que lo cubra lo libera. 0: nunca.',
    }),
    credit_hold_amount: decimal('Retener crédito desde', {
      scale: 2,
      min: 0,
      required: true,
      initial: '0.00',
      hint: 'Con ese atraso, lo que debe haber vencido sin promesa para retener, en la moneda de la compañía. 0: cualquier importe.',
    }),
  },
};
