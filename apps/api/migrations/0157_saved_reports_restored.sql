-- A saved report that was deleted can be restored. Meanwhile its name is free, and it is not mailed.

SELECT set_config('pauta.request', 'migration:0157', true), set_config('pauta.reason', 'Informes guardados que se restauran', true);

ALTER TABLE saved_reports ADD COLUMN archived_at timestamptz;

DROP INDEX saved_reports_name_key;
CREATE UNIQUE INDEX saved_reports_name_key ON saved_reports (owner_id, fold(name)) WHERE archived_at IS NULL;
CREATE INDEX saved_reports_archived ON saved_reports (owner_id, archived_at) WHERE archived_at IS NOT NULL;
DROP INDEX saved_reports_due;
CREATE INDEX saved_reports_due ON saved_reports (next_on, id) WHERE next_on IS NOT NULL AND archived_at IS NULL;
CALL free_when_withdrawn('saved_reports');
CALL restrict_app('saved_reports', 'SELECT, INSERT, UPDATE');
