-- Price lists whose prices fall by more than the limit are published only after an approval.

SELECT set_config('pauta.request', 'migration:0069', true), set_config('pauta.reason', 'Aprobación de listas de precios', true);

ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check;
ALTER TABLE approvals ADD CONSTRAINT approvals_kind_check
  CHECK (kind IN ('credit_proposal', 'quotes', 'contracts', 'addenda', 'price_lists'));

INSERT INTO permissions (name, module, label) VALUES
  ('prices.approve', 'Precios', 'Aprobar listas de precios que bajan más que el límite');
INSERT INTO role_permissions (role_id, permission)
  SELECT id, 'prices.approve' FROM roles WHERE name IN ('admin', 'general_manager') AND archived_at IS NULL;
