/** Short names of the reasons, for labels and filters. */
export const reasonNames: Readonly<Record<string, string>> = {
  evidence_missing: 'Sin evidencia',
  company_without_tax_id: 'Compañía sin RNC',
  period_closed: 'Periodo cerrado',
  exchange_rate_missing: 'Sin tasa de cambio',
  fiscal_sequence_missing: 'Sin secuencia fiscal',
  fiscal_sequence_exhausted: 'Secuencia agotada',
  fiscal_sequence_expired: 'Secuencia vencida',
  payer_without_tax_id: 'Pagador sin RNC o cédula',
  ecf_certificate_missing: 'Sin certificado e-CF',
  ecf_certificate_expired: 'Certificado e-CF vencido',
  ecf_without_rnc: 'Emisor sin RNC',
  ecf_without_address: 'Emisor sin dirección',
  without_po: 'Sin orden de compra',
  credit_on_hold: 'Crédito retenido',
  credit_blocked: 'Crédito bloqueado',
  contract_suspended: 'Contrato suspendido',
};
