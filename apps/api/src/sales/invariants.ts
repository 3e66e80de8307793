import sql from 'sql-template-tag';
import type { Invariant } from '../platform/invariants/invariant.ts';

/** What holds for opportunities, quotes, contracts and addenda; see `0047_opportunities.sql` to `0054_addenda.sql`. */
export const salesInvariants: readonly Invariant[] = [
  {
    name: 'current_quote',
    number: 'I4',
    title: 'Solo se acepta la versión vigente de un presupuesto, y a tiempo',
    meaning:
      'Cada presupuesto tiene una sola versión en curso, y ninguna se aceptó después de su vencimiento.',
    enforcedBy: 'Estados del presupuesto y restricciones de su tabla',
    offending: sql`
      SELECT 'quotes' AS resource, id, number || ' v' || version AS label, 'Se aceptó después de su vencimiento.' AS wrong
      FROM quotes WHERE accepted_on > valid_until
      UNION ALL
      SELECT 'quotes', q.id, q.number || ' v' || q.version, 'Sigue en curso aunque otra versión la reemplazó.'
      FROM quotes q
      WHERE q.number IS NOT NULL AND q.archived_at IS NULL AND q.status IN ('sent', 'accepted', 'converted') AND EXISTS (
        SELECT FROM quotes n
        WHERE n.number = q.number AND n.company_id = q.company_id AND n.version > q.version AND n.archived_at IS NULL
          AND n.status IN ('sent', 'accepted', 'converted'))`,
  },
  {
    name: 'quote_hashes',
    number: 'I4',
    title: 'Lo que un cliente aceptó es lo que se le envió',
    meaning:
      'La huella de cada presupuesto enviado corresponde a su contenido, y ninguno está aceptado sin su prueba.',
    enforcedBy: 'Huella SHA-256 al enviar; la prueba de la aceptación se refiere a ella',
    offending: sql`
      SELECT 'quotes' AS resource, q.id, q.number || ' v' || q.version AS label,
        'Su huella no corresponde a su contenido.' AS wrong
      FROM quote_versions v JOIN quotes q ON q.id = v.quote_id
      WHERE v.hash IS DISTINCT FROM encode(sha256(convert_to(v.content, 'UTF8')), 'hex')
      UNION ALL
      SELECT 'quotes', q.id, q.number || ' v' || q.version, 'Está aceptado y no tiene la prueba de la aceptación.'
      FROM quote_versions v JOIN quotes q ON q.id = v.quote_id
      WHERE q.status IN ('accepted', 'converted')
        AND NOT EXISTS (SELECT FROM quote_acceptances a WHERE a.quote_id = q.id AND a.hash = v.hash)`,
  },
  {
    name: 'contract_hashes',
    number: 'I5',
    title: 'Lo firmado no ha cambiado',
    meaning: 'La huella de cada versión de un contrato corresponde a su contenido y a la versión anterior.',
    enforcedBy: 'Huella SHA-256 encadenada; los contratos firmados no se editan',
    offending: sql`
      SELECT 'contracts' AS resource, v.contract_id AS id, v.label, 'Su huella no corresponde a su contenido.' AS wrong
      FROM contract_versions v
      WHERE v.hash IS DISTINCT FROM encode(sha256(convert_to(coalesce(v.prev_hash, '') || v.content, 'UTF8')), 'hex')
      UNION ALL
      SELECT 'contracts', v.contract_id, v.label, 'No continúa la cadena de la versión anterior.'
      FROM contract_versions v
        LEFT JOIN contract_versions p ON p.contract_id = v.contract_id AND p.version = v.version - 1
      WHERE CASE v.version WHEN 0 THEN v.prev_hash IS NOT NULL ELSE v.prev_hash IS DISTINCT FROM p.hash END
      UNION ALL
      SELECT 'contracts', c.id, c.number, 'Está firmado y no tiene la versión que se firmó.'
      FROM contracts c
      WHERE c.signed_on IS NOT NULL AND c.status NOT IN ('draft', 'pending_signature')
        AND NOT EXISTS (SELECT FROM contract_versions v WHERE v.contract_id = c.id AND v.version = 0)`,
  },
  {
    name: 'signatures',
    number: 'I5',
    title: 'Lo firmado tiene todas sus firmas',
    meaning:
      'Cada firma es del contenido y del documento que se envió a firma, y lo que está en firme lo firmaron todos los que nombra.',
    enforcedBy: 'La última firma lo pone en firme en su transacción; claves y disparadores de las firmas',
    offending: sql`
      WITH r AS (
        SELECT r.*, CASE WHEN a.id IS NULL THEN 'contracts' ELSE 'addenda' END AS resource,
          coalesce(a.id, r.contract_id) AS document_id, coalesce(a.number, c.number) AS label
        FROM signing_requests r JOIN contracts c ON c.id = r.contract_id LEFT JOIN addenda a ON a.id = r.addendum_id)
      SELECT resource, document_id AS id, label, 'Lo que se envió a firma no corresponde a su huella.' AS wrong
      FROM r WHERE hash <> encode(sha256(convert_to(content, 'UTF8')), 'hex')
        OR document_hash IS DISTINCT FROM encode(sha256(document), 'hex')
      UNION ALL
      SELECT DISTINCT r.resource, r.document_id, r.label, 'Una firma es de otro contenido o de otro documento.'
      FROM r JOIN signatures g ON g.request_id = r.id
      WHERE g.content_hash <> r.hash OR g.document_hash IS NOT NULL AND g.document_hash IS DISTINCT FROM r.document_hash
      UNION ALL
      SELECT DISTINCT r.resource, r.document_id, r.label, 'Está en firme y le falta una firma.'
      FROM r JOIN signers s ON s.request_id = r.id LEFT JOIN signatures g ON g.signer_id = s.id
      WHERE r.outcome = 'completed' AND g.signer_id IS NULL
      UNION ALL
      SELECT 'contracts', c.id, c.number, 'Nombra firmantes y no se sabe quién lo firmó.' FROM contracts c
      WHERE c.status IN ('signed', 'active', 'suspended', 'finished') AND EXISTS (SELECT FROM named_signatories(c.id, NULL))
        AND NOT EXISTS (
          SELECT FROM signing_requests q WHERE coalesce(q.addendum_id, q.contract_id) = c.id AND q.outcome = 'completed')
      UNION ALL
      SELECT 'addenda', a.id, a.number, 'Nombra firmantes y no se sabe quién la firmó.' FROM addenda a
      WHERE a.status = 'applied' AND EXISTS (SELECT FROM named_signatories(a.contract_id, a.id))
        AND NOT EXISTS (
          SELECT FROM signing_requests q WHERE coalesce(q.addendum_id, q.contract_id) = a.id AND q.outcome = 'completed')`,
  },
  {
    name: 'contract_documents',
    number: 'I5',
    title: 'El PDF de cada versión es el que se entregó',
    meaning: 'La huella de cada documento guardado corresponde a sus bytes.',
    enforcedBy: 'Restricción de la tabla, en la que nada se cambia',
    offending: sql`
      SELECT 'contracts' AS resource, d.contract_id AS id, v.label, 'Su PDF no corresponde a su huella.' AS wrong
      FROM contract_documents d JOIN contract_versions v USING (contract_id, version)
      WHERE d.sha256 <> encode(sha256(d.bytes), 'hex')`,
  },
  {
    name: 'effective_contract',
    number: 'I5',
    title: 'Lo que está en vigor es lo firmado con sus adendas',
    meaning:
      'La última versión de cada contrato dice lo mismo que sus renglones en vigor: cuántos son y cuánto suman.',
    enforcedBy: 'Una adenda cambia los renglones y agrega su versión en la misma transacción',
    offending: sql`
      SELECT 'contracts' AS resource, c.id, v.label,
        'Su última versión suma ' || v.total || ' y lo que está en vigor ' || o.total || '.' AS wrong
      FROM contracts c CROSS JOIN LATERAL (
          SELECT label, (content::jsonb #>> '{contract,total}')::numeric AS total,
            jsonb_array_length(content::jsonb -> 'lines') AS lines
          FROM contract_versions WHERE contract_id = c.id ORDER BY version DESC LIMIT 1) v
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(total), 0) AS total, count(*) AS lines FROM order_lines
          WHERE contract_id = c.id AND status <> 'removed') o
      WHERE (v.total, v.lines) IS DISTINCT FROM (o.total, o.lines)`,
  },
  {
    name: 'signed_lines',
    number: 'I5',
    title: 'Las líneas de un contrato firmado son las que se firmaron',
    meaning: 'Cada línea en vigor viene de la firma o de una adenda aplicada, con los mismos valores.',
    enforcedBy: 'Disparadores que congelan el contrato y comparan con la firma',
    offending: sql`
      SELECT 'contracts' AS resource, c.id, c.number AS label,
        'La línea «' || l.description || '» no está en vigor como se firmó.' AS wrong
      FROM contracts c JOIN contract_lines l ON l.contract_id = c.id LEFT JOIN order_lines o ON o.contract_line_id = l.id
      WHERE c.status IN ('signed', 'active', 'suspended', 'finished')
        AND NOT EXISTS (SELECT FROM addenda a WHERE a.contract_id = c.id AND a.status = 'applied')
        AND (o.id IS NULL OR (o.net, o.tax, o.quantity, o.flight) IS DISTINCT FROM (l.net, l.tax, l.quantity, l.flight))`,
  },
  {
    name: 'instalments',
    number: 'I12',
    title: 'Las cuotas de cada contrato suman su precio',
    meaning:
      'Lo que se va a facturar de un contrato firmado, cuota por cuota, es exactamente lo que se vendió.',
    enforcedBy: 'Restricción del contrato y disparador de sus cuotas',
    offending: sql`
      SELECT 'contracts' AS resource, c.id, c.number AS label,
        'Sus cuotas suman ' || s.amount || ' y su precio es ' || c.taxable || '.' AS wrong
      FROM contracts c CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS amount FROM contract_instalments WHERE contract_id = c.id) s
      WHERE c.status NOT IN ('draft', 'cancelled') AND s.amount <> c.taxable`,
  },
  {
    name: 'spaces_of_stopped_contracts',
    number: 'I1',
    title: 'Un contrato cancelado, o suspendido sin sus espacios, no ocupa ninguno',
    meaning: 'Lo que se liberó al suspender o cancelar un contrato no lo ocupa ese contrato.',
    enforcedBy: 'Ambos los liberan en su transacción; la base de datos lo comprueba al final',
    offending: sql`
      SELECT 'contracts' AS resource, c.id, c.number AS label,
        'Está suspendido sin sus espacios y ocupa uno el ' || to_char(min(s.day), 'DD/MM/YYYY') || '.' AS wrong
      FROM contracts c JOIN order_lines o ON o.contract_id = c.id JOIN capacity_cells s ON s.order_line_id = o.id
      WHERE c.suspension_spaces = 'released' AND s.day > c.suspended_on GROUP BY c.id
      UNION ALL
      SELECT 'contracts', c.id, c.number,
        'Terminó el ' || to_char(p.effective_on, 'DD/MM/YYYY') || ' y ocupa un espacio el '
          || to_char(min(s.day), 'DD/MM/YYYY') || '.'
      FROM cancellation_proposals p JOIN contracts c ON c.id = p.contract_id JOIN order_lines o ON o.contract_id = c.id
        JOIN capacity_cells s ON s.order_line_id = o.id
      WHERE c.status = 'cancelled' AND s.day >= p.effective_on GROUP BY c.id, p.effective_on`,
  },
  {
    name: 'cancellation_amounts',
    number: 'I9',
    title: 'Lo que liquida una cancelación cuadra al centavo',
    meaning:
      'Lo contratado es lo cumplido más lo que no se cumplió, y lo facturado más lo que falta por facturar es lo cumplido más lo que se acredita.',
    enforcedBy: 'Restricciones de la liquidación, cuyos importes no cambian',
    offending: sql`
      SELECT 'cancellation_proposals' AS resource, p.id, p.label, 'Sus importes no cuadran.' AS wrong
      FROM cancellation_proposals p
      WHERE p.delivered + p.undelivered <> p.contracted OR p.billed + p.to_bill <> p.delivered + p.credit
        OR p.credit > p.billed OR p.penalty > p.undelivered
      UNION ALL
      SELECT 'contracts', c.id, c.number, 'Se canceló firmado y no se sabe qué se liquida.'
      FROM contracts c
      WHERE c.status = 'cancelled' AND c.signed_on IS NOT NULL
        AND NOT EXISTS (SELECT FROM cancellation_proposals p WHERE p.contract_id = c.id)`,
  },
  {
    name: 'opportunity_splits',
    number: 'I12',
    title: 'El crédito de cada oportunidad suma 100 %',
    meaning:
      'Si varios vendedores comparten una oportunidad, sus partes suman exactamente el total en cada día en que valgan.',
    enforcedBy: 'Disparador al final de cada transacción y restricción de la oportunidad',
    offending: sql`
      SELECT 'opportunities' AS resource, o.id, o.name AS label,
        'Sus partes no suman 100 %' || CASE WHEN isfinite(w.day) THEN ' desde el ' || w.day ELSE '' END || '.' AS wrong
      FROM (SELECT DISTINCT opportunity_id AS id FROM opportunity_splits) s JOIN opportunities o ON o.id = s.id
        CROSS JOIN LATERAL incomplete_split_day(o.id) AS w (day)
      WHERE w.day IS NOT NULL`,
  },
  {
    name: 'line_sellers',
    number: 'I12',
    title: 'El crédito de cada renglón contratado suma 100 %',
    meaning:
      'Cada renglón firmado guarda quién lo vendió, con partes que suman el total, y el crédito que se contó es el de esas partes.',
    enforcedBy: 'La firma lo fija; disparadores al final de su transacción y sobre cada cambio',
    offending: sql`
      SELECT 'contracts' AS resource, c.id, c.number AS label,
        'Las partes de «' || o.description || '» suman ' || coalesce(s.pct, 0) || ' %.' AS wrong
      FROM contracts c JOIN order_lines o ON o.contract_id = c.id
        LEFT JOIN LATERAL (SELECT sum(pct) AS pct FROM order_line_sellers WHERE order_line_id = o.id) s ON true
      WHERE c.signed_on IS NOT NULL AND s.pct IS DISTINCT FROM 100
      UNION ALL
      SELECT 'contracts', c.id, c.number, 'El crédito de «' || o.description || '» se contó con otra parte.'
      FROM sale_credits k JOIN order_lines o ON o.id = k.order_line_id JOIN contracts c ON c.id = o.contract_id
      WHERE NOT EXISTS (
        SELECT FROM order_line_sellers s
        WHERE (s.order_line_id, s.user_id, s.pct) = (k.order_line_id, k.user_id, k.pct))
      UNION ALL
      SELECT 'contracts', c.id, c.number, 'El crédito de «' || o.description || '» es de otra compañía o de otro cliente.'
      FROM sale_credits k JOIN order_lines o ON o.id = k.order_line_id JOIN contracts c ON c.id = k.contract_id
      WHERE (k.company_id, k.client_id) <> (c.company_id, c.client_id)`,
  },
  {
    name: 'contract_payers',
    number: 'I12',
    title: 'Las partes de los pagadores de un contrato suman 100 %',
    meaning: 'Si varios pagan un contrato, entre todos pagan exactamente todo.',
    enforcedBy: 'Disparador al final de cada transacción; la firma los fija',
    offending: sql`
      SELECT 'contracts' AS resource, c.id, coalesce(c.number, c.name) AS label,
        'Sus pagadores suman ' || p.pct || ' %.' AS wrong
      FROM (
          SELECT contract_id, sum(pct) AS pct FROM contract_payers GROUP BY 1
          UNION ALL SELECT contract_id, sum(pct) FROM payers_in_force GROUP BY 1) p JOIN contracts c ON c.id = p.contract_id
      WHERE p.pct <> 100`,
  },
  {
    name: 'line_commission',
    number: 'I11',
    title: 'La comisión de cada renglón es la de su firma',
    meaning: 'Todos los renglones de un contrato guardan la tasa y el modo de comisión que se firmaron.',
    enforcedBy: 'La firma los fija y no se pueden cambiar',
    offending: sql`
      SELECT 'contracts' AS resource, c.id, c.number AS label,
        'La comisión de «' || o.description || '» no es la del contrato.' AS wrong
      FROM contracts c JOIN order_lines o ON o.contract_id = c.id JOIN order_line_terms t ON t.order_line_id = o.id
      WHERE c.signed_on IS NOT NULL AND c.agency_commission_pct IS NOT NULL
        AND (t.commission_pct, t.commission_mode) IS DISTINCT FROM (c.agency_commission_pct, c.commission_mode)`,
  },
  {
    name: 'package_shares',
    number: 'I12',
    title: 'Las partes de cada paquete a la venta suman 100 %',
    meaning: 'Lo que gana un paquete se reparte entero entre lo que contiene.',
    enforcedBy: 'Disparador al publicar el paquete',
    offending: sql`
      SELECT 'packages' AS resource, p.id, p.name AS label, 'Sus partes suman ' || sum(i.allocation_pct) || ' %.' AS wrong
      FROM packages p JOIN package_items i ON i.package_id = p.id
      WHERE p.status IN ('published', 'sold_out') GROUP BY p.id HAVING sum(i.allocation_pct) <> 100`,
  },
  {
    name: 'credit_hold',
    number: 'I17',
    title: 'Nadie firma con el crédito retenido',
    meaning: 'Ningún contrato se firmó mientras quien lo paga tenía el crédito retenido o bloqueado.',
    enforcedBy: 'La firma bloquea al pagador y revisa su crédito en la misma transacción',
    // The credit status at the signature is that of the last change before it, or what the first one after it replaced.
    offending: sql`
      SELECT 'contracts' AS resource, c.id, c.number AS label,
        'Se firmó con el crédito de ' || payer.name || ' retenido.' AS wrong
      FROM contracts c
        JOIN LATERAL (
          SELECT 'clients' AS entity, k.id, k.trade_name AS name, k.credit_status FROM clients k
          WHERE k.id = c.client_id AND c.billing_party = 'client'
          UNION ALL
          SELECT 'agencies', a.id, a.trade_name, a.credit_status FROM agencies a
          WHERE a.id = c.agency_id AND c.billing_party = 'agency') payer ON true
        JOIN LATERAL (
          SELECT l.id FROM audit_log l
          WHERE l.entity = 'contracts' AND l.entity_id = c.id::text AND l.after ->> 'status' = 'signed'
            AND l.before ->> 'status' = 'pending_signature'
          ORDER BY l.id LIMIT 1) signature ON true
        LEFT JOIN LATERAL (
          SELECT l.after ->> 'credit_status' AS status FROM audit_log l
          WHERE l.entity = payer.entity AND l.entity_id = payer.id::text AND l.id < signature.id AND l.after ? 'credit_status'
          ORDER BY l.id DESC LIMIT 1) earlier ON true
        LEFT JOIN LATERAL (
          SELECT l.before ->> 'credit_status' AS status FROM audit_log l
          WHERE l.entity = payer.entity AND l.entity_id = payer.id::text AND l.id > signature.id AND l.before ? 'credit_status'
          ORDER BY l.id LIMIT 1) later ON true
      WHERE c.signed_on IS NOT NULL AND c.taxable > 0 AND c.former_number IS NULL
        AND coalesce(earlier.status, later.status, payer.credit_status) IN ('on_hold', 'blocked')`,
  },
];
