import sql from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';

/** What holds for electronic fiscal documents; see `0107_ecf.sql`, `0121_ecf_rest.sql`, `0137_received_documents.sql` and `0138_void_unsent.sql`. */
export const fiscalInvariants: readonly Invariant[] = [
  {
    name: 'ecf_documents',
    number: 'I8',
    title: 'Cada comprobante electrónico tiene su documento, firmado una vez',
    meaning:
      'Toda factura con número de la serie E tiene su documento con ese número, y todo documento firmado tiene su archivo, que lo nombra.',
    enforcedBy: 'Se crea en la misma operación que emite; lo firmado solo se agrega',
    offending: sql`
      SELECT 'invoices' AS resource, i.id, i.fiscal_number AS label, 'No tiene su documento electrónico.' AS wrong
      FROM invoices i LEFT JOIN ecf_documents d ON d.invoice_id = i.id AND d.encf = i.fiscal_number
      WHERE i.fiscal_number LIKE 'E%' AND NOT i.is_opening AND d.id IS NULL
      UNION ALL
      SELECT 'ecf_documents', d.id, d.encf, 'La factura dice que está ' || i.ecf_status || ' y está ' || d.status || '.'
      FROM ecf_documents d JOIN invoices i ON i.id = d.invoice_id WHERE i.ecf_status <> d.status
      UNION ALL
      SELECT 'ecf_documents', d.id, d.encf, 'Está firmado y su archivo falta o es de otro número.'
      FROM ecf_documents d LEFT JOIN ecf_files f ON f.document_id = d.id
      WHERE (d.signed_at IS NOT NULL) <> (f.document_id IS NOT NULL)
        OR f.xml NOT LIKE '%<eNCF>' || d.encf || '</eNCF>%'`,
  },
  {
    name: 'received_documents',
    number: 'I8',
    title: 'Cada comprobante recibido tiene un acuse, y lo que se respondió su archivo',
    meaning:
      'Todo comprobante de otro emisor se guarda con su archivo y su acuse de recibo, y toda respuesta entregada tiene el suyo. Lo que un cliente respondió está en su factura.',
    enforcedBy: 'Se guardan en la misma operación; restricción diferida; los archivos solo se agregan',
    offending: sql`
      SELECT 'received_documents' AS resource, d.id, d.encf AS label, 'Le falta su archivo o su acuse de recibo.' AS wrong
      FROM received_documents d LEFT JOIN received_document_files f ON f.document_id = d.id WHERE f.document_id IS NULL
      UNION ALL
      SELECT 'received_documents', d.id, d.encf, 'Su archivo es de otro comprobante.'
      FROM received_documents d JOIN received_document_files f ON f.document_id = d.id
      WHERE f.xml NOT LIKE '%<eNCF>' || d.encf || '</eNCF>%' OR f.acknowledgement NOT LIKE '%<eNCF>' || d.encf || '</eNCF>%'
      UNION ALL
      SELECT 'received_documents', d.id, d.encf, 'Se entregó una respuesta que no está guardada.'
      FROM received_documents d LEFT JOIN received_document_answers a ON a.document_id = d.id
      WHERE 'delivered' IN (d.answer_to_authority, d.answer_to_issuer) AND a.document_id IS NULL
      UNION ALL
      SELECT 'ecf_documents', d.id, d.encf, 'La factura no muestra lo que respondió el cliente, o su respuesta falta.'
      FROM ecf_documents d JOIN invoices i ON i.id = d.invoice_id LEFT JOIN customer_answers a ON a.document_id = d.id
      WHERE i.customer_answer <> d.customer_answer OR (d.customer_answer <> 'none') <> (a.document_id IS NOT NULL)`,
  },
  {
    name: 'voided_numbers',
    number: 'I8',
    title: 'Ningún e-NCF anulado sin usar está en un comprobante',
    meaning: 'Lo que se anuló de una secuencia no se emitió, y la secuencia no lo da más.',
    enforcedBy: 'La fila de la secuencia se bloquea al emitir y al anular; restricción de la secuencia',
    offending: sql`
      SELECT 'invoices' AS resource, i.id, i.fiscal_number AS label, 'Su número se anuló sin usarse.' AS wrong
      FROM invoices i JOIN voided_numbers v ON v.company_id = i.company_id AND v.document = i.fiscal_document
        AND substr(i.fiscal_number, 4)::bigint BETWEEN v.first_no AND v.last_no
      WHERE i.fiscal_number ~ '^E[0-9]+$' AND NOT i.is_opening AND i.ecf_status <> 'voided'
      UNION ALL
      SELECT 'invoices', i.id, i.fiscal_number, 'Se anuló sin enviarse y su número no está anulado.'
      FROM invoices i LEFT JOIN voided_numbers v ON v.company_id = i.company_id AND v.document = i.fiscal_document
        AND substr(i.fiscal_number, 4)::bigint BETWEEN v.first_no AND v.last_no
      WHERE i.ecf_status = 'voided' AND (v.id IS NULL OR i.status <> 'voided')
      UNION ALL
      SELECT 'fiscal_sequences', s.id, s.name, 'Todavía puede dar un número anulado.'
      FROM voided_numbers v JOIN fiscal_sequences s ON s.id = v.sequence_id
      WHERE s.next_no <= v.last_no AND (s.voided_from IS NULL OR s.voided_from > v.first_no)`,
  },
];
