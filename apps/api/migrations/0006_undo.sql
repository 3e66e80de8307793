-- What one request wrote, in its order: undo reads it back. Only what a person did can be undone, so neither seeds nor
-- the events of visitors are in the index.
CREATE INDEX audit_log_request ON audit_log (request_id, id) WHERE actor_id IS NOT NULL;
