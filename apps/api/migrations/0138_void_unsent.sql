-- Electronic documents that are voided before anybody got them: signed or to be signed, and never sent (ANECF).

SELECT set_config('pauta.request', 'migration:0138', true), set_config('pauta.reason', 'Anulación de comprobantes sin enviar', true);

ALTER TABLE ecf_documents
  -- An attempt to send it may have arrived, although no answer says so.
  ADD COLUMN maybe_sent boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT ecf_documents_status_check,
  ADD CONSTRAINT ecf_documents_status_check CHECK (
    status IN ('to_sign', 'signed', 'sent', 'accepted', 'conditional', 'rejected', 'contingency', 'voided')),
  DROP CONSTRAINT ecf_documents_signed,
  ADD CONSTRAINT ecf_documents_signed CHECK ((status = 'voided' OR (status = 'to_sign') = (signed_at IS NULL))
    AND num_nonnulls(signed_at, security_code) IN (0, 2)),
  DROP CONSTRAINT ecf_documents_attempted,
  ADD CONSTRAINT ecf_documents_attempted CHECK (
    (status IN ('accepted', 'conditional', 'rejected', 'voided')) = (next_attempt_at IS NULL));
CALL unnotice('ecf_documents', '{maybe_sent}');
UPDATE ecf_documents SET maybe_sent = true WHERE status <> 'to_sign' AND (attempts > 0 OR sent_at IS NOT NULL);

ALTER TABLE invoices
  DROP CONSTRAINT invoices_ecf_status_check,
  ADD CONSTRAINT invoices_ecf_status_check CHECK (ecf_status IN (
    'none', 'to_sign', 'signed', 'sent', 'accepted', 'conditional', 'rejected', 'contingency', 'voided')),
  DROP CONSTRAINT invoices_void_on_paper,
  ADD CONSTRAINT invoices_void_on_paper
    CHECK (status <> 'voided' OR fiscal_number LIKE 'B%' OR ecf_status IN ('rejected', 'voided')
      OR opening_id IS NOT NULL);

-- Only what certainly nobody has is voided, and it stays so. Its row is locked by this update, as by who signs or sends it.
CREATE FUNCTION void_unsent() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'voided' OR OLD.status NOT IN ('to_sign', 'signed', 'contingency') OR OLD.sent_at IS NOT NULL OR OLD.maybe_sent THEN
    RAISE EXCEPTION 'e-CF % was sent, or may have been', OLD.encf
      USING ERRCODE = '23514', CONSTRAINT = 'ecf_documents_void_unsent', TABLE = 'ecf_documents';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER void_unsent BEFORE UPDATE OF status ON ecf_documents
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND 'voided' IN (NEW.status, OLD.status)) EXECUTE FUNCTION void_unsent();
