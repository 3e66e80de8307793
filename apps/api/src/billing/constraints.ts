import type { ConstraintMeanings } from '../platform/database/constraints.ts';

/** Messages for the constraints of the area's tables. */
export const billingConstraints: ConstraintMeanings = {
  billing_period_open: {
    message: 'El periodo fiscal de esa fecha está cerrado. Use otra fecha, o reábralo.',
  },
  invoices_fiscal_number_key: { field: 'fiscal_number', message: 'Ese NCF ya es de otro documento.' },
  invoices_internal_no_key: { field: 'internal_no', message: 'Ese número ya es de otro documento.' },
  invoices_balance_left: {
    message: 'El importe supera el balance de la factura: alguien la cobró o acreditó. Reduzca el importe.',
  },
  invoices_settled_when_issued: { message: 'La factura tiene cobros o notas de crédito: quítelos primero.' },
  invoices_without_fiscal_value: { message: 'Un documento sin valor fiscal nunca llega a tenerlo.' },
  invoices_bill_to: { field: 'agency_id', message: 'Indique la agencia a la que se factura.' },
  invoices_note_modifies: {
    field: 'modifies_invoice_id',
    message: 'Indique la factura que esta nota modifica.',
  },
  invoices_note_fits: {
    field: 'modifies_invoice_id',
    message:
      'Una nota modifica una factura emitida de la misma compañía, el mismo cliente, la misma agencia y la misma moneda.',
  },
  invoice_lines_take_back: {
    message:
      'Cada renglón de la nota acredita uno de la factura. Quite los renglones que agregó, o prepare la nota con «Nota de crédito» en la factura.',
  },
  invoice_lines_credited: {
    message:
      'Un renglón acreditaría más de lo que factura: otra nota ya acreditó una parte. Reduzca su cantidad o su precio.',
  },
  invoices_issued_whole: {
    message: 'A la factura le faltan datos para emitirla. Revise renglones y pagador.',
  },
  invoices_follow_contract: {
    field: 'contract_id',
    message:
      'Compañía, cliente, agencia, pagador y moneda deben ser los del contrato, que tiene que estar firmado.',
  },
  invoice_lines_of_contract: {
    field: 'contract_id',
    message: 'Un renglón factura otro contrato. Elija renglones del contrato de esta factura.',
  },
  invoices_group_fits: {
    message:
      'Estos contratos no van en una misma factura: difiere su comisión de agencia, o unos son de intercambio y otros no. Sepárelos.',
  },
  order_lines_billed: {
    message:
      'Se facturaría más de lo que el contrato vende en un renglón: ya se facturó en otra factura. Reduzca la cantidad o el precio.',
  },
  order_lines_billed_when_delivered: {
    message:
      'Se facturaría más de lo cumplido en un renglón. Reduzca la cantidad, o registre antes lo emitido y su evidencia.',
  },
  quotas_billed: {
    message: 'Lo emitido ya está facturado. Acredítelo antes con una nota de crédito.',
  },
  commission_settlement_lines_fit: {
    message: 'Otra liquidación tomó ya una de esas comisiones, o cambió lo exigible. Prepárela otra vez.',
  },
  commission_settlements_agency_number_once: {
    field: 'agency_number',
    message: 'Ese comprobante de la agencia ya está en otra liquidación.',
  },
  commission_settlements_not_by_beneficiary: { message: 'Es su propia comisión: la aprueba otra persona.' },
  rebate_accruals_once: {
    field: 'within',
    message: 'Ese periodo de la agencia ya tiene una bonificación. Anúlela para calcularla otra vez.',
  },
  rebate_notes_fit: {
    message:
      'La bonificación de esta nota ya se saldó de otra forma, o la nota no es de una factura de su agencia y periodo.',
  },
  rebate_accruals_credited_within: {
    message: 'Las notas de crédito darían más que la bonificación. Corrija los renglones de la nota.',
  },
  rebate_accruals_by_another: { message: 'La aprueba otra persona que quien la calculó.' },
  openings_once: { message: 'La compañía ya tiene una apertura registrada. Deshágala para registrar otra.' },
  openings_keep: { message: 'La apertura ya no está en preparación: no se cambia.' },
  documents_follow_opening: {
    message: 'Es de la apertura: se anula solo con ella. Acredítela con una nota de crédito.',
  },
  fiscal_sequences_opening: {
    field: 'last_no',
    message: 'La apertura indicó el próximo número de esta secuencia: el rango debe incluirlo.',
  },
  seller_plans_name_key: { field: 'name', message: 'Ya hay un plan con ese nombre.' },
  seller_plans_one: {
    field: 'valid',
    message: 'Ese ejecutivo ya tiene un plan para esas ventas en esas fechas. Termine antes su vigencia.',
  },
  seller_plans_of_sellers: {
    field: 'commission_type_id',
    message: 'Elija un tipo de comisión de ejecutivos.',
  },
  commission_settlements_by_another: { message: 'La aprueba otra persona que quien la preparó.' },
  collection_charges_once: { message: 'Eso ya se cobró: su nota de débito está emitida o en borrador.' },
  placements_credit_held: {
    message:
      'El crédito de quien paga está retenido: solo se coloca lo que ya pagó. Registre su pago o su promesa, o pida a Cobros que lo libere.',
  },
  invoice_disputes_keep: { message: 'Una disputa no se cambia: ciérrela y abra otra.' },
  invoice_disputes_fit: {
    field: 'amount',
    message: 'De la factura se debe menos que eso fuera de otras disputas. Reduzca el importe.',
  },
  payment_promises_keep: { message: 'Una promesa no se cambia: retírela y registre otra.' },
  payment_promises_one_payer: {
    field: 'client_id',
    message: 'Indique el cliente o la agencia que paga, solo uno de los dos.',
  },
  bank_files_once: { message: 'Ese mismo archivo ya se subió para esta cuenta. Abra el que ya está.' },
  bank_movements_payment_once: { message: 'Ese cobro ya es de otro movimiento del banco.' },
  bank_movement_payments_once: { message: 'Uno de esos cobros ya es de otro depósito del banco.' },
  bank_movements_is_payment: {
    message: 'El cobro es de otro importe o de otra cuenta que el movimiento. Elija otro cobro.',
  },
  payments_receipt_no_key: { field: 'receipt_no', message: 'Ese número de recibo ya existe.' },
  payments_reference_once: {
    field: 'reference',
    message: 'Ya hay un cobro con esa referencia en esa cuenta. Búsquelo antes de registrarlo otra vez.',
  },
  payments_one_payer: {
    field: 'client_id',
    message: 'Indique el cliente o la agencia que paga, solo uno de los dos.',
  },
  payments_bank_known: {
    field: 'bank_account_id',
    message: 'Indique la cuenta que recibió el cobro y su referencia.',
  },
  payments_not_overapplied: {
    message: 'El cobro ya se aplicó a otras facturas: queda menos sin aplicar. Vuelva a repartirlo.',
  },
  payment_applications_fit: {
    message:
      'Un cobro se aplica a facturas emitidas de su compañía y, salvo que pague por otra cuenta, de quien paga.',
  },
  payment_applications_at_rate: {
    message: 'Lo que se toma del cobro y lo que salda no se corresponden a la tasa del día del cobro.',
  },
  payments_barter_receipt: {
    field: 'method',
    message:
      'Un cobro por canje se hace del comprobante del cliente: regístrelo en Registro de Cobros › Canjes.',
  },
  payment_applications_barter: {
    message: 'Un canje solo compensa facturas de contratos de canje del mismo cliente.',
  },
  barter_receipts_once: {
    field: 'fiscal_number',
    message: 'Ese comprobante del cliente ya está registrado.',
  },
  prompt_discounts_once: { message: 'Esa factura ya tiene su descuento por pronto pago.' },
  prompt_discounts_earned: {
    message: 'Esa factura no se pagó a tiempo, o no por completo salvo el descuento.',
  },
  prompt_discounts_hold: {
    message:
      'El descuento por pronto pago ya no corresponde: cambió la nota o lo que se pagó de la factura. Archive este borrador y prepárelo otra vez.',
  },
  write_offs_open_once: { message: 'Esa factura ya se pidió cancelar o se canceló por incobrable.' },
  write_offs_by_another: { message: 'La aprueba otra persona que quien la pidió.' },
  write_offs_fit: { message: 'El balance de la factura cambió: alguien la cobró o acreditó.' },
  payment_withholdings_keep: { message: 'El cobro de esa retención fue devuelto o anulado.' },
  payment_withholdings_certified: {
    field: 'certificate',
    message: 'Escriba el número del comprobante.',
  },
  payment_applications_reversed_once: { message: 'Esa aplicación ya se quitó.' },
};
